"""Lists parcels whose last scan is too old. Runs every hour; running it twice does no harm."""

from datetime import datetime, timedelta, timezone

STUCK_AFTER = timedelta(hours=36)


def is_stuck(last_scan: datetime, delivered: bool, now: datetime) -> bool:
    """A parcel is stuck when nothing was scanned for 36 hours and it has not arrived."""
    return not delivered and now - last_scan > STUCK_AFTER


def report(parcels, now=None):
    """One line a stuck parcel, oldest first: its label, its courier and the hours since its last scan."""
    now = now or datetime.now(timezone.utc)
    stuck = [p for p in parcels if is_stuck(p["last_scan"], p["delivered"], now)]
    for parcel in sorted(stuck, key=lambda p: p["last_scan"]):
        hours = int((now - parcel["last_scan"]).total_seconds() // 3600)
        yield f"{parcel['label']}  {parcel['courier']}  {hours} h"

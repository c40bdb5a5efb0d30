// Notes that fill a memory: short facts about services and rooms that no question of the correction set is about.

import { draws } from "../generator.ts";

const SEED = 41;

const SUBJECTS =
  `the label printer service|the loyalty points worker|the parking permit portal|the seat planner
  |the map tile server|the podcast feed|the greenhouse controller|the lift monitoring box|the badge photo booth
  |the translation queue|the coupon engine|the returns portal|the survey tool|the packing robot|the tax rate table
  |the subtitle renderer|the chat widget|the waiting list|the locker terminal|the weather relay|the stock photo archive
  |the price crawler|the newsletter signup|the intranet wiki|the time sheet form|the barcode library|the test phone farm
  |the demo tenant|the partner sandbox|the archive scanner`.split("|");

const SAYINGS = `{} logs in UTC, and its dashboards add the offset of the viewer
  |{} keeps only the last {n} revisions of each record
  |{} was rewritten in spring and dropped the old plugin format
  |{} answers slowly when more than {n} people work at once
  |{} has a read-only mode for audits, switched on by its duty lead
  |{} needs a browser from the last two years
  |{} shows a grey banner while its import is under way
  |{} is tested with {n} recorded cases before each release
  |{} writes its errors to a separate file that rotates weekly
  |{} sorts by last change unless somebody picks another column
  |{} rejects pictures larger than {n} megabytes
  |{} was named after a ship, which is why its icon is an anchor
  |{} can be operated by keyboard alone since the accessibility review
  |{} hides finished entries after {n} days
  |{} has no owner in the summer months, questions go to the general channel
  |{} counts a visit once per person and day
  |{} uses the blue theme on shared screens`.split("|");

/** Each note once, in drawn order; at most as many as there are. The same everywhere. */
export function distractors(count: number): string[] {
  const draw = draws(SEED);
  const all = SAYINGS.flatMap((saying) =>
    SUBJECTS.map((subject) => {
      const text = saying.trim().replace("{}", subject.trim());
      const note = `${text[0].toUpperCase()}${text.slice(1)}.`.replace(
        "{n}",
        String(3 + Math.floor(draw() * 90)),
      );
      return { note, drawn: draw() };
    }),
  );
  return all
    .sort((a, b) => a.drawn - b.drawn)
    .slice(0, count)
    .map(({ note }) => note);
}

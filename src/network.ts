// Where a request comes from, as far as its sender can't choose freely.

/** The address; of IPv6 its first half, since whoever has one address there has 2⁶⁴. Null where none is known. */
export function networkOf(address: string | undefined): string | null {
  if (!address) return null;
  if (!address.includes(":") || address.includes(".")) return address;
  const [left, right = []] = address.split("::").map((part) => part.split(":").filter(Boolean));
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => "0");
  return [...left, ...zeros, ...right].slice(0, 4).join(":");
}

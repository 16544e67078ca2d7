/** True when what had the focus is gone or hidden, or is but the part of the page that `place` stands in. */
export function isFocusLost(place: Element): boolean {
  const { activeElement: held } = document
  return held === null || held.contains(place) || !held.checkVisibility()
}

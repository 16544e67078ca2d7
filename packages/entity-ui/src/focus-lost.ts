/** True when the focused element is gone or hidden, or is only the part of the page around `place`. */
export function isFocusLost(place: Element): boolean {
  const { activeElement: held } = document
  return held === null || held.contains(place) || !held.checkVisibility()
}

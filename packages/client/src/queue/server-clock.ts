import { clockAhead } from '../reach.ts'

const name = 'clock-ahead'

/** Now by the server's clock as last heard, in milliseconds: the clock of this machine may be a day off. */
export function serverNow(): number {
  const heard = clockAhead()
  if (heard !== undefined) remember(heard)
  return Date.now() + (heard ?? remembered())
}

// A page that is opened without a network has heard nothing yet.
function remember(ahead: number): void {
  try {
    localStorage.setItem(name, String(ahead))
  } catch {
    // This browser keeps nothing.
  }
}

function remembered(): number {
  try {
    return Number(localStorage.getItem(name) ?? 0)
  } catch {
    return 0
  }
}

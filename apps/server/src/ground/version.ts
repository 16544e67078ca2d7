import manifest from '../../package.json' with { type: 'json' }

/** The product's version, e.g. `1.0.0`. */
export const version: string = manifest.version

/** Whether a version comes after this program's. */
export function isNewer(other: string): boolean {
  const [ours, theirs] = [numbersOf(version), numbersOf(other)]
  const at = theirs.findIndex((number, place) => number !== (ours[place] ?? 0))
  return at >= 0 && (theirs[at] ?? 0) > (ours[at] ?? 0)
}

const numbersOf = (text: string) => (/^\d+(\.\d+)*/.exec(text)?.[0] ?? '0').split('.').map(Number)

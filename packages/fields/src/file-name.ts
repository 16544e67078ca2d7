import { valueText } from './value-text.ts'

/** The file name in an address as people know it, without the six digits at the end of our stored names. */
export function fileName(value: unknown): string {
  const address = valueText(value)
  const last = address.split(/[?#]/)[0]?.split('/').at(-1) ?? ''
  const name = address.startsWith('/') ? last.replace(/-[0-9a-f]{6}(?=\.[^.]*$|$)/, '') : last
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

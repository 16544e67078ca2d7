import { isUtf8 } from 'node:buffer'

/** The encodings that a person may choose for a text file. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1255', 'windows-1252', 'iso-8859-8'] as const

/** The encoding of a text file, judged by its mark, else by its bytes. */
export function judgeEncoding(bytes: Buffer): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const wide = zeroBytes(bytes.subarray(0, sampleLength))
  if (wide.odd > wide.even * 4 && hasLine(bytes, '\n\0')) return 'utf-16le'
  if (wide.even > wide.odd * 4 && hasLine(bytes, '\0\n')) return 'utf-16be'
  if (isUtf8(bytes)) return 'utf-8'
  return isHebrew(bytes.subarray(0, sampleLength)) ? 'windows-1255' : 'windows-1252'
}

const sampleLength = 65_536

/** A zero byte alone does not make a text wide; its lines end in wide characters, too. */
const hasLine = (bytes: Buffer, end: string) => bytes.subarray(0, sampleLength).includes(end, 0, 'latin1')

/** In wide text of the first 256 characters, every other byte is zero. */
function zeroBytes(bytes: Uint8Array): { even: number; odd: number } {
  const zeros = { even: 0, odd: 0 }
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === 0) zeros[at % 2 === 0 ? 'even' : 'odd']++
  }
  return zeros
}

/** Hebrew letters stand together in words; the accented letters that share their bytes stand between plain ones. */
function isHebrew(bytes: Uint8Array): boolean {
  const isLetter = (byte: number | undefined) => byte !== undefined && byte >= 0xe0 && byte <= 0xfa
  let [together, alone] = [0, 0]
  for (let at = 0; at < bytes.length; at++) {
    if (!isLetter(bytes[at])) continue
    if (isLetter(bytes[at - 1]) || isLetter(bytes[at + 1])) together++
    else alone++
  }
  return together > alone
}

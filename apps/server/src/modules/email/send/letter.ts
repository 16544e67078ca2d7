import type { StoredRow } from '../../../entity/index.ts'
import { sanitise } from '../html/sanitise.ts'
import { directionOf, htmlOf, plainTextOf } from '../html/text.ts'

/** The words of a mail, then the account's signature and footer, each in its own direction. */
export async function dressLetter(content: string, account: StoredRow | null): Promise<string> {
  const parts = [content]
  for (const text of [account?.signature, account?.footer]) {
    if (typeof text === 'string' && text.trim() !== '') parts.push(await sanitise(htmlOf(text)))
  }
  return parts.map((part) => `<div dir="${directionOf(plainTextOf(part))}">${part}</div>`).join('\n<br>\n')
}

/**
 * The same as a whole page, which is what mail programs take the direction of a mail from. Its pictures are its writer's: they
 * stand where the reader finds them.
 */
export function pageOf(letter: string, publicUrl: string): string {
  const direction = directionOf(plainTextOf(letter))
  const language = direction === 'rtl' ? 'he' : 'en'
  return `<!doctype html>
<html dir="${direction}" lang="${language}"><head><meta charset="utf-8"></head>
<body dir="${direction}">${withPictures(letter, publicUrl)}</body></html>`
}

/** Those that the desk loads when asked alone (`data-remote-src`), and public files of the site. No attribute holds a bare `>`. */
function withPictures(letter: string, publicUrl: string): string {
  return letter.replace(/<img\b[^>]*>/g, (image) =>
    image.replace(/ data-remote-src="(?=https?:)/, ' src="').replace(/ src="(?=\/files\/)/, ` src="${publicUrl}`),
  )
}

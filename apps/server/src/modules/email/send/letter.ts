import type { StoredRow } from '../../../entity/index.ts'
import { sanitise } from '../html/sanitise.ts'
import { directionOf, htmlOf, plainTextOf } from '../html/text.ts'

/** The content of a mail, then the account's signature and footer, each with its own direction. */
export async function dressLetter(content: string, account: StoredRow | null): Promise<string> {
  const parts = [content]
  for (const text of [account?.signature, account?.footer]) {
    if (typeof text === 'string' && text.trim() !== '') parts.push(await sanitise(htmlOf(text)))
  }
  return parts.map((part) => `<div dir="${directionOf(plainTextOf(part))}">${part}</div>`).join('\n<br>\n')
}

/**
 * The letter as a whole page, because mail programs take the direction of a mail from its page. Makes the writer's
 * pictures load for the recipient.
 */
export function pageOf(letter: string, publicUrl: string): string {
  const direction = directionOf(plainTextOf(letter))
  const language = direction === 'rtl' ? 'he' : 'en'
  return `<!doctype html>
<html dir="${direction}" lang="${language}"><head><meta charset="utf-8"></head>
<body dir="${direction}">${withPictures(letter, publicUrl)}</body></html>`
}

/**
 * Restores remote pictures, which the desk holds back (`data-remote-src`), and makes public files absolute. No
 * attribute holds a bare `>`.
 */
function withPictures(letter: string, publicUrl: string): string {
  return letter.replace(/<img\b[^>]*>/g, (image) =>
    image.replace(/ data-remote-src="(?=https?:)/, ' src="').replace(/ src="(?=\/files\/)/, ` src="${publicUrl}`),
  )
}

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { composeMail, textOfHtml, writeEml } from './eml.ts'

const mail = {
  from: { name: 'טבלה', address: 'no-reply@example.com' },
  to: 'dana@example.com',
  cc: '',
  bcc: '',
  subject: 'איפוס הסיסמה שלך',
  html: '<div dir="rtl"><p>שלום דנה,</p><p><a href="https://x.example/?a=1&amp;b=2">קישור</a></p></div>',
  messageId: '<1@example.com>',
}

test('a Hebrew mail keeps its letters in subject, sender and both bodies', async () => {
  const text = (await composeMail(mail)).toString()
  expect(headerOf(text, 'Subject')).toBe(mail.subject)
  expect(headerOf(text, 'From')).toBe('טבלה')
  expect(bodiesOf(text)).toEqual(['שלום דנה,\n\nקישור', mail.html])
})

test('headers cannot be injected', async () => {
  const text = (await composeMail({ ...mail, subject: 'Hi\r\nBcc: evil@example.com' })).toString()
  expect(text).not.toMatch(/^Bcc:/m)
})

test('a mail file appears complete, and once however often it is written', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tavla-eml-'))
  await writeEml(folder, 'q1', mail)
  await writeEml(folder, 'q1', mail)
  expect(await readdir(folder)).toEqual(['q1.eml'])
  expect(await readFile(join(folder, 'q1.eml'), 'utf8')).toContain('To: dana@example.com')
  await rm(folder, { recursive: true })
})

test('the plain text has a line for each paragraph', () => {
  expect(textOfHtml('<p>One &lt;two&gt;</p>\n<p>three<br>four</p>')).toBe('One <two>\n\nthree\nfour')
})

/** The decoded words of a header, with folded lines joined. */
function headerOf(mail: string, name: string): string {
  const value = new RegExp(`^${name}: (.*(?:\\r\\n .*)*)`, 'm').exec(mail)?.[1] ?? ''
  return [...value.matchAll(/=\?UTF-8\?B\?([^?]+)\?=/gi)].map(([, part]) => fromBase64(part)).join('')
}

function bodiesOf(mail: string): string[] {
  const parts = [...mail.matchAll(/Content-Transfer-Encoding: (\S+)\r\n\r\n([\s\S]+?)\r\n\r?\n?--/g)]
  return parts.map(([, encoding, body = '']) => (encoding === 'base64' ? fromBase64(body) : fromQuotedPrintable(body)))
}

const fromBase64 = (text = '') => Buffer.from(text, 'base64').toString()

function fromQuotedPrintable(text: string): string {
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { folderForTests } from '../store/testing.ts'
import { detectKind, isShownInline, servedType } from './detect.ts'

const folder = await folderForTests()()

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

const cases: [
  name: string,
  content: string | Buffer,
  mime: string,
  label: string | null,
  inline: boolean,
  served: string,
][] = [
  ['picture.txt', pixel, 'image/png', 'PNG', true, 'image/png'],
  ['notes.txt', 'שלום, עולם', 'text/plain', 'TXT', true, 'text/plain; charset=utf-8'],
  ['people.csv', 'a,b\n1,2', 'text/plain', 'CSV', true, 'text/plain; charset=utf-8'],
  ['fake.png', 'not a picture', 'text/plain', 'TXT', true, 'text/plain; charset=utf-8'],
  ['page.png', '  <!DOCTYPE html><script>alert(1)</script>', 'text/html', 'HTML', false, 'application/octet-stream'],
  ['x.jpg', '<script>alert(1)</script>', 'text/html', 'HTML', false, 'application/octet-stream'],
  ['\ufeffbom.html', '\ufeff<HTML><body>', 'text/html', 'HTML', false, 'application/octet-stream'],
  ['logo.svg', '<?xml version="1.0"?><svg onload="alert(1)"/>', 'image/svg+xml', 'SVG', false, 'image/svg+xml'],
  ['feed.xml', '<?xml version="1.0"?><feed/>', 'application/xml', 'XML', false, 'application/octet-stream'],
  ['paper.pdf', '%PDF-1.4\n%%EOF', 'application/pdf', 'PDF', true, 'application/pdf'],
  ['data.bin', Buffer.from([0, 1, 2, 3, 4, 5]), 'application/octet-stream', null, false, 'application/octet-stream'],
]

test.each(cases)('%s is detected by its bytes', async (name, content, mime, label, inline, served) => {
  const file = path.join(folder, `${cases.findIndex((one) => one[0] === name)}`)
  await writeFile(file, content)
  const kind = await detectKind(file, name)
  expect(kind).toMatchObject({ mime, label })
  expect(isShownInline(mime)).toBe(inline)
  expect(servedType(mime)).toBe(served)
})

test('text is text even if its head ends inside a character', async () => {
  const file = path.join(folder, 'long')
  await writeFile(file, `a${'ש'.repeat(5000)}`)
  expect((await detectKind(file, 'x')).mime).toBe('text/plain')
})

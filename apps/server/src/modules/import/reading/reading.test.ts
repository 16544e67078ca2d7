import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { afterEach, expect, test } from 'vitest'
import { folderForTests } from '../../../store/testing.ts'
import { override } from '../../../testing/override.ts'
import type { Cell, ReadingOptions, TableBounds, TableFault, TableForm } from './table.ts'
import { readTable, threadMemory, workLimits } from './table-thread.ts'
import { makeWorkbook } from './testing-workbook.ts'

const bounds: TableBounds = { rows: 1_000, columns: 20, cell: 10_000, unpacked: 4_000_000 }
const asJudged: ReadingOptions = { sheet: 0, encoding: null, delimiter: null }
const folder = folderForTests()
const usual = [{ ...workLimits }, { ...threadMemory }] as const
afterEach(() => {
  override(workLimits, usual[0])
  override(threadMemory, usual[1])
})

async function read(content: string | Buffer, options: Partial<ReadingOptions> = {}, within = bounds) {
  const path = join(await folder(), 'file')
  await writeFile(path, content)
  const rows: [number, Cell[]][] = []
  const form: TableForm = await readTable(
    { path, options: { ...asJudged, ...options }, bounds: within },
    async (batch) => {
      rows.push(...batch.map(({ row, cells }): [number, Cell[]] => [row, cells]))
    },
  )
  return { form, rows }
}

const refused = (content: string | Buffer, within = bounds) =>
  read(content, {}, within).then(
    () => 'read',
    (error: Error) => error.message,
  )

/** Text in an encoding of one byte for each letter, Hebrew at 0xE0. */
const inHebrewBytes = (text: string) =>
  Buffer.from(
    [...text].map((letter) => (/[א-ת]/.test(letter) ? letter.charCodeAt(0) - 0x5d0 + 0xe0 : letter.charCodeAt(0))),
  )

const wide = (text: string, mark: boolean) => Buffer.from(`${mark ? '\ufeff' : ''}${text}`, 'utf16le')

test.each([
  ['UTF-8', 'שם,עיר\nנועה,חיפה\n', 'utf-8', ','],
  ['UTF-8 with a mark', '\ufeffשם;עיר\r\nנועה;חיפה\r\n', 'utf-8', ';'],
  ['UTF-16', wide('שם\tעיר\nנועה\tחיפה\n', true), 'utf-16le', '\t'],
  ['UTF-16 of the other order', wide('שם|עיר\nנועה|חיפה\n', true).swap16(), 'utf-16be', '|'],
  ['windows-1255', inHebrewBytes('שם,עיר\nנועה,חיפה\n'), 'windows-1255', ','],
])('a file in %s is read with its delimiter', async (_, content, encoding, delimiter) => {
  const { form, rows } = await read(content)
  expect(form).toMatchObject({ format: 'csv', encoding, delimiter })
  expect(rows).toEqual([
    [1, ['שם', 'עיר']],
    [2, ['נועה', 'חיפה']],
  ])
})

test('letters with accents are no Hebrew, and what is asked for is not judged', async () => {
  const { form, rows } = await read(Buffer.from('name,city\nJosé,Zürich\nÅsa,Malmö\n', 'latin1'))
  expect([form.encoding, rows[1]]).toEqual(['windows-1252', [2, ['José', 'Zürich']]])
  const chosen = await read('a:b,c\n1:2,3\n', { delimiter: ':' })
  expect(chosen.rows[0]).toEqual([1, ['a', 'b,c']])
})

test('quotes hold delimiters and lines, blank lines keep their numbers, and lines may be short', async () => {
  const { rows } = await read('a,b,c\n"1,5","two\nlines","say ""hi"""\n\n,,\nx\n')
  expect(rows).toEqual([
    [1, ['a', 'b', 'c']],
    [2, ['1,5', 'two\nlines', 'say "hi"']],
    [5, ['x']],
  ])
})

test('cells of a workbook keep their kind: text, numbers, truths, days, times, and the values of formulas', async () => {
  const strings = [
    '<t>Name</t>',
    '<r><t>Rich </t></r><r><t>text</t></r><rPh><t>reading</t></rPh>',
    '<t>R&amp;D_x000D_\n_x005F_x0041_</t>',
  ]
  const sheet = `
    <row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>Inline</t></is></c></row>
    <row r="3"><c r="A3" t="s"><v>1</v></c><c r="B3"><v>38.600000000000001</v></c><c r="C3" t="b"><v>1</v></c>
      <c r="D3" s="1"><v>46053</v></c><c r="E3" s="2"><v>46053.5</v></c><c r="F3" s="3"><v>0.354166666666667</v></c>
      <c r="G3" s="4"><v>1</v></c><c r="H3" s="1"><v>60</v></c><c r="I3" t="str"><f>A1&amp;"x"</f><v>Namex</v></c>
      <c r="J3" s="1"/></row>
    <row r="4"><c r="A4" t="s"><v>2</v></c><c r="B4"><f>1/0</f><v>5</v></c><c r="C4"><f>A1&amp;"x"</f></c>
      <c r="D4" t="str"><f>IF(1,"")</f><v></v></c><c r="E4"><v>6</v></c></row>`
  const { form, rows } = await read(
    makeWorkbook({ First: sheet, Second: '<row r="1"><c><v>7</v></c></row>' }, { strings }),
  )
  expect(form).toEqual({ format: 'xlsx', sheets: ['First', 'Second'], encoding: null, delimiter: null })
  expect(rows).toEqual([
    [1, ['Name', null, 'Inline']],
    [
      3,
      [
        ...['Rich text', 38.6, true, '2026-01-31', '2026-01-31 12:00:00', '08:30:00', '1900-01-01', '1900-02-29'],
        'Namex',
      ],
    ],
    [4, ['R&D\r\n_x0041_', 5, '=A1&"x"', null, 6]],
  ])
  expect(
    (await read(makeWorkbook({ First: sheet, Second: '<row r="1"><c><v>7</v></c></row>' }), { sheet: 1 })).rows,
  ).toEqual([[1, [7]]])
  const day = '<row r="1"><c s="1"><v>44591</v></c></row>'
  expect((await read(makeWorkbook({ Mac: day }, { is1904: true }))).rows).toEqual([[1, ['2026-01-31']]])
})

const noTable = 'This file is not a table that can be read.'
const openQuote = 'Row {0} is too long, or a quotation mark in it is never closed.'
const picture = Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010806000000', 'hex')

test.each([
  ['a picture', () => picture, noTable],
  ['an archive of other files', () => Buffer.from(zipSync({ 'a.txt': strToU8('a') })), noTable],
  ['a workbook that is cut off', () => makeWorkbook({ A: '<row><c><v>1</v></c></row>' }).subarray(0, 700), noTable],
  ['a workbook that is no XML', () => makeWorkbook({ A: '<row><c></row>' }), noTable],
  ['a quote that is never closed', () => `a,b\n"1,${'2\n'.repeat(30_000)}`, openQuote],
  ['a page that calls itself a table', () => '<html>\n<table><tr><td>1</td></tr>\n</table></html>\n', noTable],
  ['a document', () => '%PDF-1.7\n1 0 obj\nendobj\n', noTable],
  ['a text with a zero byte', () => 'name,number\na\0b,1\nc,2\n', noTable],
  ['too many columns', () => `${'a,'.repeat(30)}b\n`, 'The file has too many columns. At most {0} can be imported.'],
  [
    'too many columns of a workbook',
    () => makeWorkbook({ A: '<row r="1"><c r="XFD1"><v>1</v></c></row>' }),
    'The file has too many columns. At most {0} can be imported.',
  ],
  ['too many rows', () => 'a\n'.repeat(1_100), 'The file has too many rows. At most {0} can be imported.'],
  ['a cell that is too long', () => `a\n${'x'.repeat(20_000)}\n`, 'The file is too large to be read.'],
  [
    'a workbook that unpacks to too much',
    () => makeWorkbook({ A: `<row r="1"><c t="inlineStr"><is><t>${' '.repeat(5_000_000)}</t></is></c></row>` }),
    'The file is too large to be read.',
  ],
])('%s is told in one sentence', async (_, content, sentence) => {
  expect(await refused(content())).toBe(sentence)
})

test.each([
  ['a short file', 3, 'a,b\n1,2\n"1,2\n3,4\n'],
  ['a long one', 30_000, `a,b\n${'3,4\n'.repeat(29_998)}"1,${'2\n'.repeat(30_000)}`],
])('a quote that is never closed in %s is told with its row', async (_, row, content) => {
  const fault = await read(content, {}, { ...bounds, rows: 100_000 }).catch((error: TableFault) => error.detail)
  expect(fault).toEqual({ text: openQuote, args: [row] })
})

test('a file that takes too long, or too much memory, is given up', async () => {
  const rows = `${'1,2,3\n'.repeat(200_000)}`
  const within = { ...bounds, rows: 1_000_000 }
  override(workLimits, { work: 0, check: 5 })
  expect(await refused(rows, within)).toBe('The file is too large to be read.')
  override(workLimits, usual[0])
  override(threadMemory, { megabytes: 8 })
  const strings = Array.from({ length: 40_000 }, (_, at) => `<t>A text of its own, number ${at}</t>`)
  expect(await refused(makeWorkbook({ A: '' }, { strings }), within)).toBe('The file is too large to be read.')
  override(threadMemory, usual[1])
  expect((await read('a\n1\n')).rows).toHaveLength(2)
})

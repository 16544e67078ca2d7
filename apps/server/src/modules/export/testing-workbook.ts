import { inflateRawSync } from 'node:zlib'

/** A sheet as it was read again: its cells by row, dates as their numbers. */
export interface ReadSheet {
  name: string
  isRightToLeft: boolean
  hasFrozenHead: boolean
  rows: ReadCell[][]
}

/** `style` is the position of its format. */
export interface ReadCell {
  value: string | number | boolean
  style: number
}

/** The parts of a zip file, by the directory at its end. */
export function unzip(bytes: Buffer): Map<string, string> {
  const end = bytes.lastIndexOf(Buffer.from('PK\u0005\u0006'))
  const parts = new Map<string, string>()
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const [size, name, extra, comment] = [20, 28, 30, 32].map((offset, index) =>
      index === 0 ? bytes.readUInt32LE(at + offset) : bytes.readUInt16LE(at + offset),
    ) as [number, number, number, number]
    const local = bytes.readUInt32LE(at + 42)
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const content = inflateRawSync(bytes.subarray(start, start + size))
    parts.set(bytes.toString('utf8', at + 46, at + 46 + name), content.toString())
    at += 46 + name + extra + comment
  }
  return parts
}

/** Reads a workbook as a spreadsheet does: from the list of its sheets to their cells. */
export function readWorkbook(bytes: Buffer): ReadSheet[] {
  const parts = unzip(bytes)
  const part = (name: string) => parts.get(name) ?? ''
  const targets = new Map(
    [...part('xl/_rels/workbook.xml.rels').matchAll(/Id="(\w+)"[^>]*Target="([^"]+)"/g)].map(([, id, to]) => [id, to]),
  )
  return [...part('xl/workbook.xml').matchAll(/<sheet name="([^"]*)"[^>]*r:id="(\w+)"/g)].map(([, name = '', id]) => {
    const xml = part(`xl/${targets.get(id)}`)
    return {
      name: plain(name),
      isRightToLeft: xml.includes('rightToLeft="1"'),
      hasFrozenHead: /<pane ySplit="1"[^>]*state="frozen"/.test(xml),
      rows: [...xml.matchAll(/<row r="\d+">(.*?)<\/row>/gs)].map(([, row = '']) => readCells(row)),
    }
  })
}

function readCells(row: string): ReadCell[] {
  const cells: ReadCell[] = []
  for (const [, attributes = '', content = ''] of row.matchAll(/<c ([^>]*)>(.*?)<\/c>/gs)) {
    const column = /r="([A-Z]+)/.exec(attributes)?.[1] ?? ''
    const index = [...column].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
    const type = /t="(\w+)"/.exec(attributes)?.[1]
    const text = /<(?:v|t)[^>]*>(.*?)<\/(?:v|t)>/s.exec(content)?.[1] ?? ''
    const value = type === 'inlineStr' ? plain(text) : type === 'b' ? text === '1' : Number(text)
    cells[index] = { value, style: Number(/s="(\d+)"/.exec(attributes)?.[1] ?? 0) }
  }
  return cells
}

function plain(xml: string): string {
  return xml
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/_x([0-9A-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

import { type UnzipFileInfo, unzipSync } from 'fflate'
import { type NumberShape, shapeOf } from './excel-dates.ts'
import { readSheet } from './sheet.ts'
import { noTable, type ReadingOptions, type SheetRow, type TableBounds, type TableForm, tooLarge } from './table.ts'
import { cellTextOf, readXml } from './xml.ts'

/** A workbook whose sheet is read row by row. */
export interface WorkbookTable {
  form: TableForm
  rows: Iterable<SheetRow>
}

/** The parts to which the cells of every sheet refer. */
export interface WorkbookParts {
  strings: readonly string[]
  /** How the styles of cells show numbers. */
  shapes: readonly NumberShape[]
  is1904: boolean
}

/** Opens one sheet of a workbook. @throws TableFault when it is none, or too large once unpacked */
export function openWorkbook(bytes: Buffer, { sheet }: ReadingOptions, bounds: TableBounds): WorkbookTable {
  const archive = new Archive(bytes, bounds.unpacked)
  const index = archive.read('xl/workbook.xml')
  const relations = readRelations(archive.read('xl/_rels/workbook.xml.rels'))
  if (!index || !relations) throw noTable()
  const { sheets, is1904 } = readIndex(index)
  const path = relations.get(sheets[sheet]?.relation ?? '')
  const content = path === undefined ? undefined : archive.read(path)
  if (!content) throw noTable()
  const styles = archive.read(relations.of('styles') ?? 'xl/styles.xml')
  const strings = archive.read(relations.of('sharedStrings') ?? 'xl/sharedStrings.xml')
  const parts = { strings: readStrings(strings, bounds.cell), shapes: readShapes(styles), is1904 }
  const form: TableForm = { format: 'xlsx', sheets: sheets.map(({ name }) => name), encoding: null, delimiter: null }
  return { form, rows: readSheet(content, parts, bounds) }
}

/** The files within a zip file, within the bytes that they may have together. */
class Archive {
  readonly #bytes: Uint8Array
  #left: number

  constructor(bytes: Uint8Array, most: number) {
    this.#bytes = bytes
    this.#left = most
  }

  /** @throws TableFault when it is too large; the size that it claims bounds what is unpacked */
  read(name: string): Uint8Array | undefined {
    let isTooLarge = false
    const filter = (file: UnzipFileInfo) => {
      if (file.name !== name || isTooLarge) return false
      this.#left -= file.originalSize
      isTooLarge = this.#left < 0
      return !isTooLarge
    }
    const files = unzip(this.#bytes, filter)
    if (isTooLarge) throw tooLarge()
    return files[name]
  }
}

function unzip(bytes: Uint8Array, filter: (file: UnzipFileInfo) => boolean): Record<string, Uint8Array> {
  try {
    return unzipSync(bytes, { filter })
  } catch {
    throw noTable()
  }
}

interface Relations {
  get(id: string): string | undefined
  /** The path of the first part of this type. */
  of(type: string): string | undefined
}

function readRelations(bytes: Uint8Array | undefined): Relations | undefined {
  if (!bytes) return undefined
  const paths = new Map<string, string>()
  const types = new Map<string, string>()
  readXml(bytes, {
    open(name, attributes) {
      if (name !== 'Relationship') return
      const { Id = '', Type = '', Target = '' } = attributes()
      const path = Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`
      paths.set(Id, path)
      types.set(Type.slice(Type.lastIndexOf('/') + 1), path)
    },
  })
  return { get: (id) => paths.get(id), of: (type) => types.get(type) }
}

function readIndex(bytes: Uint8Array): { sheets: { name: string; relation: string }[]; is1904: boolean } {
  const sheets: { name: string; relation: string }[] = []
  let is1904 = false
  readXml(bytes, {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 = ['1', 'true'].includes(attributes().date1904 ?? '')
      if (name !== 'sheet') return
      const { name: title = '', id = '' } = attributes()
      sheets.push({ name: title, relation: id })
    },
  })
  return { sheets, is1904 }
}

/** Texts that cells name by their position; the pieces of a rich one are joined, readings of East Asian text left out. */
function readStrings(bytes: Uint8Array | undefined, most: number): string[] {
  const strings: string[] = []
  if (!bytes) return strings
  let [text, isText, reading] = ['', false, 0]
  readXml(bytes, {
    open(name) {
      if (name === 'si') text = ''
      else if (name === 'rPh') reading++
      isText = name === 't' && reading === 0
    },
    text(piece) {
      if (isText) text += piece
      if (text.length > most) throw tooLarge()
    },
    close(name) {
      if (name === 'si') strings.push(cellTextOf(text))
      else if (name === 'rPh') reading--
      isText = false
    },
  })
  return strings
}

function readShapes(bytes: Uint8Array | undefined): NumberShape[] {
  const codes = new Map<number, string>()
  const formats: number[] = []
  let isCell = false
  if (!bytes) return []
  readXml(bytes, {
    open(name, attributes) {
      if (name === 'cellXfs') isCell = true
      else if (name === 'numFmt') codes.set(Number(attributes().numFmtId), attributes().formatCode ?? '')
      else if (name === 'xf' && isCell) formats.push(Number(attributes().numFmtId ?? 0))
    },
    close(name) {
      if (name === 'cellXfs') isCell = false
    },
  })
  return formats.map((id) => shapeOf(id, codes.get(id)))
}

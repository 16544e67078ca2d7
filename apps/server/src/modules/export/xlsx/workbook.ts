import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { escapeXml } from './cells.ts'
import { contentTypesXml, rootLinksXml, sheetFile, stylesXml, workbookLinksXml, workbookXml } from './parts.ts'
import { type Sheet, SheetRows } from './sheet.ts'

/** How hard bytes are packed: above it, a file takes twice the time and is a tenth smaller. */
const compressionLevel = 3

/**
 * A workbook that is written while it is read: its rows are on their way through the zip file a page at a time, and
 * their texts stand in their cells, because a table of shared texts would grow with the file.
 */
export function workbookStream<Row>(sheets: readonly Sheet<Row>[], isRightToLeft: boolean): Readable {
  const zip = new ZipFile()
  const output = new PassThrough()
  const fail = (error: unknown) => output.destroy(error as Error)
  zip.on('error', fail)
  zip.outputStream.pipe(output)
  writeSheets(zip, output, sheets, isRightToLeft).catch(fail)
  return output
}

async function writeSheets<Row>(
  zip: ZipFile,
  output: PassThrough,
  sheets: readonly Sheet<Row>[],
  isRightToLeft: boolean,
): Promise<void> {
  const names: string[] = []
  for (const sheet of sheets) {
    const rows = new SheetRows(sheet, isRightToLeft)
    try {
      do {
        names.push(sheetName(sheet.name, names))
        await addStream(zip, output, `xl/${sheetFile(names.length)}`, rows.xml())
      } while (rows.hasMore)
    } finally {
      await rows.end()
    }
  }
  const add = (path: string, xml: string) => zip.addBuffer(Buffer.from(xml), path)
  add('xl/workbook.xml', workbookXml(names.map(escapeXml)))
  add('xl/_rels/workbook.xml.rels', workbookLinksXml(names.length))
  add('xl/styles.xml', stylesXml)
  add('_rels/.rels', rootLinksXml)
  add('[Content_Types].xml', contentTypesXml(names.length))
  zip.end()
}

/** Resolves once the last of the texts is in the zip file. */
function addStream(zip: ZipFile, output: PassThrough, path: string, texts: AsyncIterable<string>): Promise<void> {
  const input = Readable.from(texts, { objectMode: false })
  const drop = () => input.destroy()
  output.once('close', drop)
  return new Promise((resolve, reject) => {
    input.once('error', reject)
    input.once('close', () => {
      output.off('close', drop)
      if (input.readableEnded) resolve()
      else reject(new Error('Nobody reads the export any more'))
    })
    zip.addReadStream(input, path, { compressionLevel })
  })
}

const maxName = 31

/** A name that programs accept for a sheet, and that no other sheet of the file has. */
export function sheetName(wanted: string, others: readonly string[]): string {
  const allowed =
    wanted
      .replace(/[[\]:*?/\\\p{Cc}]+/gu, ' ')
      .replace(/^'+|'+$/g, '')
      .trim() || 'Sheet'
  const taken = new Set(others.map((name) => name.toLowerCase()))
  for (let number = 1; ; number++) {
    const ending = number === 1 ? '' : ` (${number})`
    const name = allowed.slice(0, maxName - ending.length).toWellFormed() + ending
    if (!taken.has(name.toLowerCase())) return name
  }
}

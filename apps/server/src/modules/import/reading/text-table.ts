import { CsvError, parse } from 'csv-parse'
import { judgeDelimiter } from './delimiter.ts'
import { judgeEncoding } from './encoding.ts'
import {
  BoundedRows,
  noTable,
  openQuote,
  type ReadingOptions,
  type SheetRow,
  type TableBounds,
  type TableFault,
  type TableForm,
} from './table.ts'

const chunkLength = 1_048_576
const sampleLength = 65_536

/** A file of separated values, row by row. */
export interface TextTable {
  form: TableForm
  rows: AsyncIterable<SheetRow>
}

/** Opens a file of separated values; what is not given is judged. @throws TableFault when it is no text */
export function openText(bytes: Buffer, options: ReadingOptions, bounds: TableBounds): TextTable {
  const encoding = options.encoding ?? judgeEncoding(bytes)
  const sample = new TextDecoder(encoding).decode(bytes.subarray(0, sampleLength), { stream: true })
  if (isBinary(sample) || isOtherKind(sample)) throw noTable()
  const delimiter = options.delimiter ?? judgeDelimiter(sample)
  const form: TableForm = { format: 'csv', sheets: [], encoding, delimiter }
  return { form, rows: readRows(bytes, encoding, delimiter, bounds) }
}

async function* readRows(
  bytes: Buffer,
  encoding: string,
  delimiter: string,
  bounds: TableBounds,
): AsyncGenerator<SheetRow> {
  // A quote that is never closed must not gather the whole file as one record.
  const parser = parse({
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: false,
    max_record_size: bounds.cell * 4,
  })
  const fed = feed(parser, bytes, encoding)
  const bounded = new BoundedRows(bounds)
  let line = 0
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      const row = bounded.take(++line, record)
      if (row) yield row
    }
    await fed
  } catch (error) {
    throw error instanceof CsvError ? faultOf(error, parser.info.records + 1) : error
  } finally {
    parser.destroy()
  }
}

/** A quotation mark that is never closed takes all that follows into one cell. */
function faultOf({ code }: CsvError, row: number): TableFault {
  return code === 'CSV_QUOTE_NOT_CLOSED' || code === 'CSV_MAX_RECORD_SIZE' ? openQuote(row) : noTable()
}

async function feed(parser: ReturnType<typeof parse>, bytes: Buffer, encoding: string): Promise<void> {
  const decoder = new TextDecoder(encoding)
  for (let at = 0; at < bytes.length && !parser.destroyed; at += chunkLength) {
    const text = decoder.decode(bytes.subarray(at, at + chunkLength), { stream: true })
    if (text !== '' && !parser.write(text)) await drained(parser)
  }
  if (!parser.destroyed) parser.end(decoder.decode())
}

function drained(parser: ReturnType<typeof parse>): Promise<void> {
  return new Promise((resolve) => {
    parser.once('drain', resolve)
    parser.once('close', resolve)
  })
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what no text holds
const isBinary = (sample: string) => /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(sample)

/** Documents whose text would pass for a table of one column; some programs save a page as a spreadsheet. */
const isOtherKind = (sample: string) => /^\ufeff?\s*(?:%PDF-|<!doctype|<html|<\?xml|<table|\{\\rtf)/i.test(sample)

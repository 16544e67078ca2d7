import { strToU8, zipSync } from 'fflate'

/** A workbook of the parts that every program writes: sheets as XML of their rows. */
export function makeWorkbook(
  sheets: Readonly<Record<string, string>>,
  { strings = [], is1904 = false }: { strings?: string[]; is1904?: boolean } = {},
): Buffer {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const names = Object.keys(sheets)
  const parts: Record<string, string> = {
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><workbookPr date1904="${is1904 ? 1 : 0}"/><sheets>${names
      .map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${names
      .map((_, at) => `<Relationship Id="rId${at + 1}" Type="${relations}/worksheet" Target="worksheets/s${at}.xml"/>`)
      .join('')}<Relationship Id="x" Type="${relations}/sharedStrings" Target="/xl/texts.xml"/></Relationships>`,
    'xl/texts.xml': `<sst xmlns="${main}">${strings.map((text) => `<si>${text}</si>`).join('')}</sst>`,
    // Styles of cells: plain, a day, a day with its time, a time alone, a format of its own.
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts><numFmt numFmtId="164" formatCode="[$-40D]d mmmm yyyy;@"/></numFmts>
      <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/><xf numFmtId="20"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
  }
  for (const [at, name] of names.entries()) {
    parts[`xl/worksheets/s${at}.xml`] = `<worksheet xmlns="${main}"><sheetData>${sheets[name]}</sheetData></worksheet>`
  }
  return Buffer.from(zipSync(Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, strToU8(text)]))))
}

import type { CellKind } from '../columns.ts'

// The parts of a workbook beside its sheets (ECMA-376, SpreadsheetML).

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
export const mainNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelationships = 'http://schemas.openxmlformats.org/package/2006/relationships'
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Positions among the formats of `stylesXml`. */
export const headStyle = 1
export const styleOf: Readonly<Record<CellKind, number>> = {
  text: 0,
  number: 0,
  flag: 0,
  date: 2,
  datetime: 3,
  time: 4,
}

/** Formats 14, 22 and 21 show days and times as the reader's own system writes them. */
const formats = [14, 22, 21].map(
  (id) => `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" applyNumberFormat="1"/>`,
)

export const stylesXml = `${declaration}<styleSheet xmlns="${mainNamespace}">
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border/></borders>
<cellStyleXfs count="1"><xf/></cellStyleXfs>
<cellXfs count="5"><xf/><xf fontId="1" applyFont="1"/>${formats.join('')}</cellXfs>
</styleSheet>`

/** The names of the sheets are escaped already. */
export function workbookXml(sheets: readonly string[]): string {
  const items = sheets.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
  return `${declaration}<workbook xmlns="${mainNamespace}" xmlns:r="${relationships}"><sheets>${items.join('')}</sheets></workbook>`
}

export function workbookLinksXml(count: number): string {
  const sheets = Array.from({ length: count }, (_, at) => link(at + 1, 'worksheet', sheetFile(at + 1)))
  return linksXml([...sheets, link(count + 1, 'styles', 'styles.xml')])
}

export const sheetFile = (number: number) => `worksheets/sheet${number}.xml`

export const rootLinksXml = linksXml([link(1, 'officeDocument', 'xl/workbook.xml')])

export function contentTypesXml(count: number): string {
  const override = (path: string, type: string) =>
    `<Override PartName="/xl/${path}" ContentType="${contentType}.${type}+xml"/>`
  const sheets = Array.from({ length: count }, (_, at) => override(sheetFile(at + 1), 'worksheet'))
  return `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('workbook.xml', 'sheet.main')}${override('styles.xml', 'styles')}${sheets.join('')}</Types>`
}

function link(id: number, type: string, target: string): string {
  return `<Relationship Id="rId${id}" Type="${relationships}/${type}" Target="${target}"/>`
}

function linksXml(links: readonly string[]): string {
  return `${declaration}<Relationships xmlns="${packageRelationships}">${links.join('')}</Relationships>`
}

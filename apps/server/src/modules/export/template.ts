import type { Readable } from 'node:stream'
import { readSelectOptions } from '@tavla/fields/server'
import { dictionaryWithin, translate } from '@tavla/i18n'
import { type Context, requireRight } from '../../entity/index.ts'
import type { ExportFile, Site } from '../../site.ts'
import { importTargets, isAlwaysNeeded, type Target } from '../import-targets.ts'
import type { Column } from './columns.ts'
import { mimes } from './content.ts'
import type { Sheet } from './xlsx/sheet.ts'
import { workbookStream } from './xlsx/workbook.ts'

/**
 * A workbook to fill in for an import (reference: http-api, Import): a head with the columns that the person may fill,
 * needed ones marked by `*`, and a sheet of the values that fields allow.
 * @throws Problem 403, 404
 */
export function importTemplate({ engine, translations }: Site, ctx: Context, entity: string): ExportFile {
  const model = requireRight(engine, ctx, entity, 'create')
  const { language } = ctx
  const dictionary = translations.dictionaryNow(language)
  const own = dictionaryWithin(dictionary, entity)
  const say = (text: string, context?: string, of = own) => translate(of, text, undefined, language, context)
  const ofRows = ({ inRows }: Target) => (inRows ? dictionaryWithin(dictionary, inRows.rule.options ?? '') : own)
  const { naming_rule: naming } = model.definition
  const targets = [...importTargets(engine, ctx, model).values()].filter(
    ({ name, field }) =>
      (name === 'id' ? naming === 'Prompt' : model.byName.has(field.name) || name.includes('.')) &&
      field.meta.hidden === 0,
  )
  const labelOf = (target: Target) => {
    const { field, inRows } = target
    const label = say(field.rule.label, field.name, ofRows(target))
    return inRows ? `${say(inRows.rule.label, inRows.name)}: ${label}` : label
  }
  const head: Sheet<number> = {
    name: say(entity),
    columns: targets.map((target) => emptyColumn(`${labelOf(target)}${isNeeded(target) ? ' *' : ''}`)),
    pages: pagesOf(0),
  }
  const lists = targets.flatMap((target) => {
    const values = valuesOf(target).map((value) => say(value, target.field.name, ofRows(target)))
    return values.length > 0 ? [{ label: labelOf(target), values }] : []
  })
  const allowed: Sheet<number> = {
    name: say('Allowed Values'),
    columns: lists.map(({ label, values }) => ({ ...emptyColumn(label), value: (row) => values[row] ?? null })),
    pages: pagesOf(Math.max(0, ...lists.map(({ values }) => values.length))),
  }
  const sheets = lists.length > 0 ? [head, allowed] : [head]
  const content: Readable = workbookStream(sheets, language === 'he')
  return { name: `${say(entity)} ${say('Template')}.xlsx`, mime: mimes.xlsx, content }
}

const emptyColumn = (label: string): Column<number> => ({ name: label, label, kind: 'text', value: () => null })

const isNeeded = ({ name, field, inRows }: Target) =>
  name === 'id' ||
  (isAlwaysNeeded(field) && field.kind !== 'flag' && (inRows !== undefined || !field.definition.default))

function valuesOf({ field }: Target): string[] {
  if (field.kind === 'flag') return ['Yes', 'No']
  return field.type.type === 'Select' ? readSelectOptions(field.rule.options).map(({ label }) => label) : []
}

/** The numbers of the rows, as one page. */
async function* pagesOf(rows: number): AsyncGenerator<number[]> {
  if (rows > 0) yield Array.from({ length: rows }, (_, at) => at)
}

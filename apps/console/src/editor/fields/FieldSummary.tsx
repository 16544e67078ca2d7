import { textOf } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { type FieldRow, isOn, optionKind } from '../field-row.ts'
import { kindWords, readRollup } from './rollup.ts'
import './field-summary.css'

const flags = [
  ['reqd', 'Required'],
  ['in_list_view', 'In List View'],
  ['in_standard_filter', 'In Standard Filter'],
  ['index', 'Index'],
  ['read_only', 'Read Only'],
  ['hidden', 'Hidden'],
  ['unique', 'Unique'],
  ['in_head', 'In Head'],
  ['new_row', 'New Row'],
  ['no_copy', 'No Copy'],
  ['hide_related', 'Hide Related'],
  ['personal', 'Personal'],
] as const

/** Texts of a definition that are read as they are. */
const codes = [
  ['formula', 'Formula'],
  ['fetch_from', 'Fetch From'],
  ['depends_on', 'Depends On'],
  ['mandatory_depends_on', 'Mandatory Depends On'],
  ['read_only_depends_on', 'Read Only Depends On'],
] as const

/** The further settings of a field, in one line of small print. */
export function FieldSummary({ row }: { row: FieldRow }) {
  const { t } = useI18n()
  const group = textOf(row.field_group)
  const options = textOf(row.options)
  const preset = textOf(row.default)
  const rollup = readRollup(row.rollup)
  return (
    <>
      {options !== '' && (
        <span className="field-summary-options">
          <bdi>{optionsText(row, (text) => t(text))}</bdi>
        </span>
      )}
      {preset !== '' && preset !== '0' && (
        <span>
          <Text source="Default" />
          {': '}
          <bdi>{preset}</bdi>
        </span>
      )}
      {group !== '' && (
        <span>
          <Text source="Field Group" />
          {': '}
          <bdi>{t(group)}</bdi>
        </span>
      )}
      {textOf(row.form_tab) !== '' && (
        <span>
          <Text source="Form Tab" />
          {': '}
          <bdi>{t(textOf(row.form_tab))}</bdi>
        </span>
      )}
      {codes.map(
        ([name, label]) =>
          textOf(row[name]) !== '' && (
            <span key={name}>
              <Text source={label} />
              {': '}
              <bdi dir="ltr" className="editor-name">
                {textOf(row[name])}
              </bdi>
            </span>
          ),
      )}
      {rollup && (
        <span>
          <Text source={kindWords[rollup.kind] ?? rollup.kind} />
          {': '}
          <bdi>{t(rollup.entity)}</bdi>{' '}
          <bdi dir="ltr" className="editor-name">
            {rollup.field ?? rollup.link}
          </bdi>
        </span>
      )}
      {textOf(row.footer) !== '' && (
        <span>
          <Text source="Footer" context="Entity Field" />
          {': '}
          <Text source={textOf(row.footer)} context="footer" />
        </span>
      )}
      {flags.map(
        ([name, label]) =>
          isOn(row[name]) && (
            <span key={name} data-flag>
              <Text source={label} />
            </span>
          ),
      )}
      {row.permlevel === 1 && (
        <span data-flag>
          <Text source="Permission Level" /> 1
        </span>
      )}
    </>
  )
}

function optionsText({ fieldtype, options }: FieldRow, t: (text: string) => string): string {
  const text = textOf(options)
  const kind = optionKind(fieldtype)
  if (kind === 'entity' || kind === 'table') return t(text)
  return text.startsWith('[') ? text : text.split('\n').filter(Boolean).join('\u00a0· ')
}

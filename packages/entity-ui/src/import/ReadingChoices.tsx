import type { ImportColumnsAnswer, ImportOptions } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { NumberField, Select } from '@tavla/ui'
import { useState } from 'react'

export interface ChoicesProps {
  form: ImportColumnsAnswer
  options: ImportOptions
  onChange(some: Partial<ImportOptions>): void
}

const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1255', 'windows-1252', 'iso-8859-8']
const delimiters = [
  [',', 'Comma'],
  [';', 'Semicolon'],
  ['\t', 'Tab'],
  ['|', 'Vertical Bar'],
] as const
const parts = ['DD MM YYYY', 'MM DD YYYY', 'YYYY MM DD']
const decimals = [
  { value: '.', label: '1234.56' },
  { value: ',', label: '1234,56' },
]
const dateFormats = ['/', '.', '-'].flatMap((sign) => parts.map((one) => one.replaceAll(' ', sign)))

/**
 * How the text of the file is read, folded below a line that says it: the form that the file shows by itself comes first;
 * another choice reads it again.
 */
export function ReadingChoices({ form, options, onChange }: ChoicesProps) {
  const { t } = useI18n()
  // Another way of reading makes other columns.
  const read = (some: Partial<ImportOptions>) => onChange({ ...some, mapping: null })
  const isText = form.format !== 'xlsx'
  const signs = delimiters.map(([value, source]) => ({ value, label: t(source, undefined, 'sign') }))
  const facts = [
    isText && (options.encoding ?? form.encoding),
    isText && labelIn(signs, options.delimiter ?? form.delimiter),
    options.date_format ?? form.date_format,
    labelIn(decimals, options.decimal ?? form.decimal),
  ].filter((fact) => typeof fact === 'string')
  return (
    <>
      {form.sheets.length > 1 && (
        <div className="import-choices">
          <Select
            label={<Text source="Sheet" />}
            options={form.sheets.map((label, at) => ({ value: String(at), label }))}
            value={String(options.sheet ?? 0)}
            onChange={(sheet) => read({ sheet: Number(sheet) })}
          />
        </div>
      )}
      <details className="import-reading">
        <summary>
          <Text source="How the file is read" />
          <span className="import-reading-facts">
            {facts.map((fact) => (
              <bdi key={fact}>{fact}</bdi>
            ))}
          </span>
        </summary>
        <div className="import-choices">
          {isText && (
            <>
              <Judged
                label="Encoding"
                choices={plain(encodings)}
                chosen={options.encoding}
                judged={form.encoding}
                onChange={(encoding) => read({ encoding })}
              />
              <Judged
                label="Delimiter"
                choices={signs}
                chosen={options.delimiter}
                judged={form.delimiter}
                onChange={(delimiter) => read({ delimiter })}
              />
            </>
          )}
          <HeadRow row={options.header_row ?? 1} onChange={(header_row) => read({ header_row })} />
          <Judged
            label="Date Format"
            choices={plain(dateFormats)}
            chosen={options.date_format}
            judged={form.date_format}
            onChange={(date_format) => onChange({ date_format })}
          />
          <Judged
            label="Decimal Sign"
            choices={decimals}
            chosen={options.decimal}
            judged={form.decimal}
            onChange={(decimal) => onChange({ decimal: decimal === null ? null : decimal === ',' ? ',' : '.' })}
          />
        </div>
      </details>
    </>
  )
}

type Choice = Readonly<{ value: string; label: string }>

const plain = (values: readonly string[]): Choice[] => values.map((value) => ({ value, label: value }))

const labelIn = (choices: readonly Choice[], value: string | null): string | null =>
  choices.find((choice) => choice.value === value)?.label ?? value

interface JudgedProps {
  /** English source text. */
  label: string
  choices: readonly Choice[]
  chosen: string | null | undefined
  /** The value that the file shows by itself. */
  judged: string | null
  onChange(value: string | null): void
}

const byFile = ''

function Judged({ label, choices, chosen, judged, onChange }: JudgedProps) {
  const { t } = useI18n()
  const found = labelIn(choices, judged)
  const own = chosen || found === null ? t('By the file') : t('By the file: {0}', [found])
  return (
    <Select
      label={<Text source={label} />}
      options={[{ value: byFile, label: own }, ...choices]}
      value={chosen ?? byFile}
      onChange={(value) => onChange(value === byFile ? null : value)}
    />
  )
}

/** The line of the heads: lines before it are passed over. */
function HeadRow({ row, onChange }: { row: number; onChange(row: number): void }) {
  const [typed, setTyped] = useState(String(row))
  const take = () => {
    const next = Number.parseInt(typed, 10)
    if (next >= 1 && next !== row) onChange(next)
    else setTyped(String(row))
  }
  return (
    <NumberField
      label={<Text source="Row of the Headings" />}
      hasFraction={false}
      value={typed}
      onChange={setTyped}
      onBlur={take}
      onKeyDown={(event) => event.key === 'Enter' && take()}
    />
  )
}

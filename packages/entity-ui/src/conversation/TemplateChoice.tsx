import { type EntityRecord, textOf } from '@tavla/contract'
import { Text, useI18n, useTimes } from '@tavla/i18n/react'
import { Select, TextField } from '@tavla/ui'
import { useEnvironment } from '../environment.ts'
import { useReading } from '../reading/useReading.ts'
import type { Draft } from './draft.ts'
import { fillTemplate, placeholdersIn } from './whatsapp-content.ts'

interface TemplateChoiceProps {
  entity: string
  /** The initial values, where the template names fields. */
  record: EntityRecord | null
  draft: Draft
  /** Only a template may be sent. */
  isNeeded: boolean
  onChange: (part: Partial<Draft>) => void
}

/**
 * A choice of an approved template with a value for each placeholder, and a preview (reference:
 * conversations, Composers).
 */
export function TemplateChoice({ entity, record, draft, isNeeded, onChange }: TemplateChoiceProps) {
  const { t } = useI18n()
  const { formatDate } = useTimes()
  const { client } = useEnvironment()
  const { value: data } = useReading('Whatsapp Template', () => client.entities.list('Whatsapp Template', approved))
  const templates = (data?.data ?? []).filter((one) => ['', entity].includes(textOf(one.for_entity)))
  const chosen = templates.find((one) => one.id === draft.template)
  const parameters = chosen ? Array.from({ length: countOf(chosen) }, (_, index) => draft.parameters[index] ?? '') : []
  if (data !== undefined && templates.length === 0) {
    return isNeeded ? <Text source="There is no approved template yet." /> : null
  }
  const choose = (id: string) => {
    const template = templates.find((one) => one.id === id)
    const names = textOf(template?.field_names).split(/[\n,]/)
    const parameters = names.map((name) => saidIn(record, name.trim(), formatDate))
    onChange({ template: id, parameters: template ? parameters.slice(0, countOf(template)) : [] })
  }
  return (
    <div className="composer-template">
      <Select
        label={<Text source="Template" />}
        options={[
          { value: '', label: '–' },
          ...templates.map((one) => ({
            value: one.id,
            label: textOf(one.template_name),
            description: textOf(one.language_code),
          })),
        ]}
        value={draft.template}
        onChange={choose}
      />
      {parameters.map((value, index) => (
        <TextField
          // biome-ignore lint/suspicious/noArrayIndexKey: a placeholder is its number
          key={index}
          label={`${t('Template Parameters')} ${index + 1}`}
          value={value}
          onChange={(next) => onChange({ parameters: parameters.with(index, next) })}
        />
      ))}
      {chosen && (
        <p className="composer-preview" dir="auto">
          {fillTemplate(textOf(chosen.body), parameters)}
        </p>
      )}
    </div>
  )
}

/** The text of a record's field, as a person would write it. */
function saidIn(record: EntityRecord | null, fieldname: string, formatDate: (date: string) => string): string {
  const value = record?.[fieldname]
  const said = record?._link_titles?.[fieldname] ?? (typeof value === 'number' ? String(value) : textOf(value))
  return /^\d{4}-\d\d-\d\d$/.test(said) ? formatDate(said) : said
}

const countOf = (template: EntityRecord): number =>
  placeholdersIn(textOf(template.body)) +
  (template.header_type === 'TEXT' ? placeholdersIn(textOf(template.header_text)) : 0)

const approved = {
  filters: { status: 'Approved' },
  fields: ['template_name', 'language_code', 'body', 'header_type', 'header_text', 'for_entity', 'field_names'],
  order_by: 'template_name asc',
  limit_page_length: 500,
}

import { type ApiError, toApiError } from '@tavla/client'
import { textOf } from '@tavla/contract'
import { useEnvironment } from '@tavla/entity-ui'
import { ErrorMessage, Text, useI18n } from '@tavla/i18n/react'
import { ComboBox, type Option } from '@tavla/ui'
import { useRef, useState } from 'react'
import type { OptionsInputProps } from './options-input-props.ts'

/**
 * Built-in entities that are usual targets of links; the list of entities hides them from most users (reference:
 * screens, Project editor).
 */
const builtIn = ['User', 'Role', 'Role Profile', 'File', 'Communication', 'Email Account', 'Entity']

/** The target of a link, or the entity of a table's rows. */
export function TargetInput({ row, onChange, isTable }: OptionsInputProps & { isTable: boolean }) {
  const { t } = useI18n()
  const { client } = useEnvironment()
  const [found, setFound] = useState<readonly Option[]>([])
  const [failure, setFailure] = useState<ApiError | null>(null)
  const asked = useRef(0)
  const value = textOf(row.options)

  const search = async (text: string) => {
    const number = ++asked.current
    // The chosen entity is not a search text.
    const wanted = text === t(value) ? '' : text
    try {
      const { data } = await client.entities.list('Entity', {
        filters: { type: [isTable ? '=' : '!=', 'Table'], ...(wanted && { id: ['like', `%${wanted}%`] }) },
        fields: ['id', 'module'],
        order_by: 'id asc',
      })
      if (number !== asked.current) return
      const own = data.map(({ id, module }) => ({ value: id, label: t(id), description: textOf(module) }))
      const known = new Set(own.map((option) => option.value))
      const more = isTable ? [] : builtIn.filter((name) => !known.has(name) && matches(wanted, name, t(name)))
      setFound([...own, ...more.map((name) => ({ value: name, label: t(name), source: name }))])
      setFailure(null)
    } catch (error) {
      if (number === asked.current) setFailure(toApiError(error))
    }
  }

  return (
    <ComboBox
      label={<Text source="Options" />}
      description={<Text source={isTable ? 'The table entity whose rows it holds' : 'The entity that it leads to'} />}
      isRequired
      value={value || null}
      text={t(value)}
      suggestions={found}
      failure={failure && <ErrorMessage error={failure} />}
      disabled={!onChange}
      onSearch={(text) => void search(text)}
      onChange={(option) => onChange?.(option?.value ?? null)}
    />
  )
}

const matches = (wanted: string, ...names: readonly string[]) =>
  names.some((name) => name.toLocaleLowerCase().includes(wanted.toLocaleLowerCase()))

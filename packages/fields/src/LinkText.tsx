import { useI18n } from '@tavla/i18n/react'
import { Link } from '@tavla/ui'
import { linkKey, useFieldForm, useFieldServices } from './field-context.ts'
import { isBlank } from './is-blank.ts'
import { LineText } from './LineText.tsx'
import type { FieldViewProps } from './ui-types.ts'
import { useTitleText } from './useTitleText.ts'
import { valueText } from './value-text.ts'

/** The name of a linked record: its title if the server sent it or the user chose it in this form, else its id. */
export function useLinkTitle({ field, value, values }: FieldViewProps, entity: string): string {
  const { titles } = useFieldForm()
  const id = valueText(value)
  if (id === '') return ''
  const chosen = titles.get(linkKey(entity, id))
  return chosen ?? linkedTitle(values, field.fieldname) ?? id
}

/**
 * Roles and entities are part of the interface, so their names are translated; other data never is
 * (reference: screens, Lists).
 */
export const isNamedByInterface = (entity: string) => entity === 'Role' || entity === 'Entity'

export function LinkCellText(props: FieldViewProps & { entity: string }) {
  const title = useLinkTitle(props, props.entity)
  return isBlank(props.value) ? null : <LinkTitle entity={props.entity} title={title} />
}

/** The linked record's title, as a link if this app has a screen for the record. */
export function LinkViewText(props: FieldViewProps & { entity: string }) {
  const { recordPath } = useFieldServices()
  const title = useLinkTitle(props, props.entity)
  const path = recordPath?.(props.entity, valueText(props.value))
  const drawn = <LinkTitle entity={props.entity} title={title} />
  return path === undefined ? drawn : <Link href={path}>{drawn}</Link>
}

/**
 * The name of a role or entity can be corrected in place, but is never marked as untranslated, because
 * operators make them too.
 */
function LinkTitle({ entity, title }: { entity: string; title: string }) {
  const { t } = useI18n()
  const titleText = useTitleText()
  return isNamedByInterface(entity) ? <bdi data-source={title}>{t(title)}</bdi> : <LineText text={titleText(title)} />
}

/** The server's title of the record that this field links to. */
export function linkedTitle({ _link_titles: titles }: FieldViewProps['values'], fieldname: string): string | undefined {
  if (typeof titles !== 'object' || titles === null) return undefined
  const title = (titles as Record<string, unknown>)[fieldname]
  return typeof title === 'string' && title !== '' ? title : undefined
}

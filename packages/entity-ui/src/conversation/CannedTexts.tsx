import { type EntityRecord, textOf } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { Icon, Menu, MenuItem } from '@tavla/ui'
import { useEffect, useState } from 'react'
import { useEnvironment } from '../environment.ts'
import type { SentMedium } from './message.ts'

interface CannedTextsProps {
  medium: SentMedium
  onInsert: (text: string) => void
}

/**
 * The canned texts of this medium and the reader's language, to insert at the cursor (reference:
 * conversations, Composers).
 */
export function CannedTexts({ medium, onInsert }: CannedTextsProps) {
  const { t, language } = useI18n()
  const { client } = useEnvironment()
  const [texts, setTexts] = useState<readonly EntityRecord[]>([])
  useEffect(() => {
    let isCurrent = true
    const query = { fields: ['title', 'text', 'language', 'medium'], order_by: 'title asc', limit_page_length: 500 }
    client.entities.list('Canned Text', query).then(
      ({ data }) => isCurrent && setTexts(data),
      // Without the right to read them there are none.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [client])
  const fitting = texts.filter(
    (one) => [medium, ''].includes(textOf(one.medium)) && [language, ''].includes(textOf(one.language)),
  )
  if (fitting.length === 0) return null
  return (
    <Menu
      label={t('Insert Canned Text')}
      triggerClassName="button composer-canned"
      trigger={
        <>
          <Icon name="quickreply" size="small" />
          <Text source="Insert Canned Text" />
        </>
      }
    >
      {fitting.map((one) => (
        <MenuItem key={one.id} onAction={() => onInsert(textOf(one.text))}>
          <bdi>{textOf(one.title)}</bdi>
        </MenuItem>
      ))}
    </Menu>
  )
}

import { isUntilSent } from '@tavla/client'
import { type DocViewers, type EntityRecord, type Meta, type RelatedAnswer, textOf } from '@tavla/contract'
import { fieldUi, isBlank } from '@tavla/fields/ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { IconButton, Pill, useIsPhone } from '@tavla/ui'
import { type ReactNode, use, useEffect, useRef } from 'react'
import { isFocusLost } from '../focus-lost.ts'
import { Cell } from '../list/Cell.tsx'
import { IdText } from '../list/IdText.tsx'
import { RecordImage } from '../list/RecordImage.tsx'
import { RecordTitle } from '../list/RecordTitle.tsx'
import { RecordWordsContext } from '../list/record-words.ts'
import { stateTexts, useLastChange } from '../queue/useLastChange.ts'
import { copyText } from './head/copy-text.ts'
import { RecordFacts } from './head/RecordFacts.tsx'
import { RecordInformation } from './head/RecordInformation.tsx'
import { RecordPresence } from './RecordPresence.tsx'
import './detail-head.css'

interface DetailHeadProps {
  meta: Meta
  record: EntityRecord
  viewers: DocViewers['users']
  /** The record has changes that are not saved. */
  isUnsaved: boolean
  /** Takes the focus if it was lost on the way here. */
  takesFocus: boolean
  /** The form whose key facts are told as it shows them, also while they are edited; null for a form of the entity's own. */
  form: { meta: Meta; values: EntityRecord } | null
  /** The last message, for who sees the record's conversation; undefined for others. */
  lastMessage: RelatedAnswer['last_message'] | undefined
  /** The people of the record: those assigned, and the reader's own reminders. */
  people: ReactNode
  /** The record's actions. */
  children: ReactNode
}

/**
 * The stored record's picture, title, id and states, its people, its actions and key facts. On a phone all but the title
 * is one line that scrolls sideways (reference: screens, Detail form).
 */
export function DetailHead(props: DetailHeadProps) {
  const { meta, record, viewers, isUnsaved, takesFocus, form, lastMessage, people, children } = props
  const { t } = useI18n()
  const isPhone = useIsPhone()
  const heading = useRef<HTMLHeadingElement>(null)
  const change = useLastChange(meta.id, record.id)
  useEffect(() => {
    const place = heading.current
    if (takesFocus && place && isFocusLost(place)) place.focus({ preventScroll: true })
  }, [takesFocus])
  const { title_field: titleField, image_field: imageField, fields } = meta.doc_meta
  const title = fields.find((field) => field.fieldname === titleField)
  const image = fields.find((field) => field.fieldname === imageField && field.hidden !== 1)
  const pills = fields
    .filter((field) => field.in_list_view === 1 && fieldUi(field.fieldtype).isPill === true)
    // The picture already shows the record's colour.
    .filter(({ fieldname }) => !(image && fieldname === 'color'))
  const words = use(RecordWordsContext)(record)
  const hasOwnId = !words && title && !isBlank(record[title.fieldname]) && record[title.fieldname] !== record.id
  const states = (
    <span className="detail-states">
      {words?.states ?? pills.map((field) => <Cell key={field.fieldname} field={field} record={record} />)}
    </span>
  )
  return (
    <div className="detail-head">
      <div className="detail-name">
        {image && <RecordImage record={record} image={image} title={title} />}
        <h2 ref={heading} className="detail-title" tabIndex={-1} title={textOf(record[title?.fieldname ?? 'id'])}>
          {words?.title ?? <RecordTitle record={record} field={title} />}
        </h2>
        {!isPhone && states}
      </div>
      {children}
      <div className="detail-lines">
        <div className="detail-facts">
          {(change || isUnsaved) && (
            <span className="detail-unsaved">
              <Pill color="Yellow">
                <Text source={stateTexts[change?.state ?? 'refused']} />
              </Pill>
            </span>
          )}
          {isPhone && states}
          {words?.beside !== undefined && <span className="detail-id">{words.beside}</span>}
          {hasOwnId && (
            <span className="detail-id">
              <IdText id={record.id} />
              {!isUntilSent(record.id) && (
                <IconButton
                  icon="content_copy"
                  size="small"
                  label={t('Copy ID')}
                  onClick={() => void copyText(record.id, t('Copied'), t)}
                />
              )}
            </span>
          )}
          {form && <RecordInformation record={record} />}
          {people}
          <RecordPresence viewers={viewers} />
        </div>
        {form && <RecordFacts meta={form.meta} record={form.values} lastMessage={lastMessage} />}
      </div>
    </div>
  )
}

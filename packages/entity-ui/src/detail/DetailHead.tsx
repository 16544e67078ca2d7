import type { DocViewers, EntityRecord, Meta } from '@tavla/contract'
import { fieldUi, isBlank } from '@tavla/fields/ui'
import { Text } from '@tavla/i18n/react'
import { Pill } from '@tavla/ui'
import { type ReactNode, use, useEffect, useRef } from 'react'
import { isFocusLost } from '../focus-lost.ts'
import { Cell } from '../list/Cell.tsx'
import { IdText } from '../list/IdText.tsx'
import { RecordImage } from '../list/RecordImage.tsx'
import { RecordTitle } from '../list/RecordTitle.tsx'
import { RecordWordsContext } from '../list/record-words.ts'
import { stateTexts, useLastChange } from '../queue/useLastChange.ts'
import { RecordFacts } from './head/RecordFacts.tsx'
import { RecordInformation } from './head/RecordInformation.tsx'
import { RecordPresence } from './RecordPresence.tsx'

interface DetailHeadProps {
  meta: Meta
  record: EntityRecord
  viewers: DocViewers['users']
  /** The record has changes that are not saved. */
  isUnsaved: boolean
  /** Takes the focus if it was lost on the way here. */
  takesFocus: boolean
  /** Tells key facts, and who changed the record last. */
  tellsFacts: boolean
  /** The record's actions. */
  children: ReactNode
}

/** The stored record's picture, title, id and states, its other viewers, its actions and key facts. */
export function DetailHead(props: DetailHeadProps) {
  const { meta, record, viewers, isUnsaved, takesFocus, tellsFacts, children } = props
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
  return (
    <div className="detail-head">
      <div className="detail-name">
        {image && <RecordImage record={record} image={image} title={title} />}
        <div className="detail-texts">
          <h2 ref={heading} className="detail-title" tabIndex={-1}>
            {words?.title ?? <RecordTitle record={record} field={title} />}
          </h2>
          <div className="detail-facts">
            {words?.beside !== undefined && <span className="detail-id">{words.beside}</span>}
            {hasOwnId && <IdText className="detail-id" id={record.id} />}
            <span className="detail-states">
              {words?.states ?? pills.map((field) => <Cell key={field.fieldname} field={field} record={record} />)}
            </span>
            {(change || isUnsaved) && (
              <Pill color="Yellow">
                <Text source={stateTexts[change?.state ?? 'refused']} />
              </Pill>
            )}
            <RecordPresence viewers={viewers} />
          </div>
        </div>
      </div>
      {children}
      {tellsFacts && (
        <div className="detail-lines">
          <RecordInformation record={record} />
          <RecordFacts meta={meta} record={record} />
        </div>
      )}
    </div>
  )
}

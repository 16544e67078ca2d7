import { isRead } from '@tavla/client'
import type { EntityRecord } from '@tavla/contract'
import { CutLinesContext } from '@tavla/fields/ui'
import { useI18n } from '@tavla/i18n/react'
import { IconButton } from '@tavla/ui'
import { memo } from 'react'
import { DraftMark } from '../drafts/DraftMark.tsx'
import { Cell } from '../list/Cell.tsx'
import { IdText } from '../list/IdText.tsx'
import { OpenBadges } from '../list/OpenBadges.tsx'
import { RecordImage } from '../list/RecordImage.tsx'
import { RecordLink } from '../list/RecordLink.tsx'
import { RecordTitle } from '../list/RecordTitle.tsx'
import { hasOwnTitle, type RowFields } from '../list/row-fields.ts'
import { ConfirmTile } from './ConfirmTile.tsx'
import { TileFields } from './TileFields.tsx'

interface RecordTileProps {
  record: EntityRecord
  fields: RowFields
  href: string | undefined
  isActive: boolean
  isStop: boolean
  /** True while the card asks whether to delete its record. */
  isAsking: boolean
  canDelete: boolean
  /** 1 when a deleted record goes to the trash; undefined while that is not known. */
  hasTrash: 0 | 1 | undefined
  onOpen: (id: string) => void
  onAsk: (id: string | null) => void
  onDelete: (id: string) => Promise<void>
}

/** One card: thumbnail, title, id, states and the other fields (reference: screens, Tiles). */
export const RecordTile = memo(function RecordTile(props: RecordTileProps) {
  const { record, fields, href, isActive, isStop, isAsking, canDelete, hasTrash, onOpen, onAsk, onDelete } = props
  const { t } = useI18n()
  const isShown = isRead(record)
  return (
    <article className="entity-tile" data-active={isActive || undefined} data-asking={isAsking || undefined}>
      {!isShown && <span className="entity-row-wait delayed" aria-hidden="true" />}
      <CutLinesContext value={true}>
        <div className="entity-tile-head">
          {fields.image && isShown && (
            <RecordImage record={record} image={fields.image} title={fields.title} size="large" />
          )}
          <div className="entity-tile-name">
            <RecordLink id={record.id} href={href} isCurrent={isActive} isStop={isStop} onOpen={onOpen}>
              <RecordTitle record={record} field={fields.title} />
            </RecordLink>
            {hasOwnTitle(record, fields.title) && <IdText className="entity-tile-id" id={record.id} />}
            <span className="entity-tile-states">
              {isShown && fields.pills.map((field) => <Cell key={field.fieldname} field={field} record={record} />)}
              <DraftMark id={record.id} />
              <OpenBadges record={record} />
            </span>
          </div>
          {canDelete && isShown && (
            <IconButton
              className="entity-tile-delete"
              icon="delete"
              variant="danger"
              size="small"
              label={t('Delete')}
              tabIndex={isStop ? 0 : -1}
              onClick={() => onAsk(record.id)}
            />
          )}
        </div>
        {isShown && <TileFields record={record} fields={fields} />}
      </CutLinesContext>
      {isAsking && (
        <ConfirmTile
          id={record.id}
          hasTrash={hasTrash}
          onCancel={() => onAsk(null)}
          onConfirm={() => onDelete(record.id)}
        />
      )}
    </article>
  )
})

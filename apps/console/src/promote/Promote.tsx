import { client } from '@tavla/app-shell/frame'
import { idOf } from '@tavla/app-shell/records'
import { Text, useI18n } from '@tavla/i18n/react'
import { EmptyState, ListDetail } from '@tavla/ui'
import { useEffect } from 'react'
import { useParams } from 'react-router'
import { projectPath } from '../paths.ts'
import { useActiveProject } from '../project/ActiveProject.tsx'
import { hasLevel } from '../project/levels.ts'
import { PanelState } from '../reading/PanelState.tsx'
import { useLiveReading } from '../reading/useLiveReading.ts'
import { NewPromotion } from './NewPromotion.tsx'
import { PromotionLines } from './PromotionLines.tsx'
import { PromotionPanel } from './PromotionPanel.tsx'
import './promote.css'

/** The promotions from and to a project, each a plan first (reference: screens, Console tabs). */
export function Promote() {
  const { t } = useI18n()
  const { project } = useActiveProject()
  const id = idOf(useParams().record)
  useEffect(() => client.live.watchList('Promotion'), [])
  const reading = useLiveReading(
    project.id,
    async () =>
      (
        await client.entities.list('Promotion', {
          filters: {
            or: [
              ['source', '=', project.id],
              ['target', '=', project.id],
            ],
          },
          fields: ['title', 'source', 'target', 'status', 'applied_by', 'applied_at', 'creation', 'error'],
          order_by: 'creation desc',
          limit_page_length: 100,
        })
      ).data,
    ({ entity }) => entity === 'Promotion',
  )
  const path = `${projectPath(project.id)}/promote`
  return (
    <ListDetail
      listLabel={t('Promotion')}
      detailLabel={t('Items')}
      isDetailOpen={id !== undefined}
      variant={id === undefined ? 'wide' : 'split'}
      header={hasLevel(project, 'Design') && <NewPromotion path={path} />}
      list={
        !reading.value ? (
          <PanelState reading={reading} shape="rows" />
        ) : reading.value.length === 0 ? (
          <EmptyState
            kind="empty"
            icon="move_up"
            title={<Text source="No promotion yet" />}
            description={
              <Text source="Clone a project, change the clone, and promote the changes back. A promotion is a plan first: nothing changes until you apply it." />
            }
          />
        ) : (
          <PromotionLines promotions={reading.value} activeId={id} path={path} />
        )
      }
      detail={id !== undefined && <PromotionPanel key={id} id={id} path={path} />}
    />
  )
}

import type { EntityRecord } from '@tavla/contract'
import { ProjectName } from '../project/ProjectName.tsx'
import { projectMark } from '../project/project-mark.ts'

interface PromotionWayProps {
  promotion: EntityRecord
  /** The projects, where they are known; without them their names stand alone. */
  source?: EntityRecord | undefined
  target?: EntityRecord | undefined
}

/** From which project to which a promotion goes, in the direction of the reader, after the title that somebody gave it. */
export function PromotionWay({ promotion, source, target }: PromotionWayProps) {
  const { title } = promotion
  const isNamedByWay = title === `${String(promotion.source)} → ${String(promotion.target)}`
  return (
    <span className="promotion-way">
      {!isNamedByWay && <bdi className="promotion-own-title">{String(title)}</bdi>}
      <Side project={source} name={nameOf(promotion, 'source')} />
      <span>
        <span className="promotion-arrow" aria-hidden="true" />
        <Side project={target} name={nameOf(promotion, 'target')} />
      </span>
    </span>
  )
}

function Side({ project, name }: { project: EntityRecord | undefined; name: string }) {
  return project ? <ProjectName mark={projectMark(project)} /> : <bdi>{name}</bdi>
}

const nameOf = ({ _link_titles: titles, ...values }: EntityRecord, side: 'source' | 'target'): string =>
  titles?.[side] ?? String(values[side])

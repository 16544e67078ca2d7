import { EntityName } from '@tavla/app-shell/frame'
import type { HomeView } from '@tavla/contract'
import { fieldUi, useEntity } from '@tavla/entity-ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { Link } from '@tavla/ui'
import { useEffect } from 'react'
import { viewPath } from '../../paths.ts'
import { HomeSection } from './HomeSection.tsx'

/** The pinned views, each with the number of its records and its first sum. */
export function PinnedFigures({ views }: { views: readonly HomeView[] | null | undefined }) {
  return (
    <HomeSection
      name="views"
      title="Pinned views"
      part={views}
      isEmpty={views?.length === 0}
      empty="Views stand here with their figures: choose Pin to Home in the menu of a view."
    >
      <ul className="home-figures">
        {views?.map((view) => (
          <li key={view.id}>
            <Figure view={view} />
          </li>
        ))}
      </ul>
    </HomeSection>
  )
}

function Figure({ view }: { view: HomeView }) {
  const { formatNumber } = useI18n()
  const { id, title, entity, count, sum } = view
  return (
    <Link className="home-figure" href={viewPath(entity, id)}>
      <span className="home-figure-title">
        <bdi>{title}</bdi>
      </span>
      <span className="home-figure-count numeric">{count === null ? '–' : formatNumber(count)}</span>
      {sum ? (
        <Sum entity={entity} sum={sum} />
      ) : (
        <span className="home-figure-sum">
          <EntityName name={entity} />
        </span>
      )}
    </Link>
  )
}

/** Written as the values of its field are, once the entity's description is known. */
function Sum({ entity, sum }: { entity: string; sum: NonNullable<HomeView['sum']> }) {
  const [{ meta }, store] = useEntity(entity)
  useEffect(() => void store.loadMeta().catch(() => undefined), [store])
  const field = meta?.all_fields.find(({ fieldname }) => fieldname === sum.fieldname)
  const { Cell } = fieldUi(field?.fieldtype ?? '')
  return (
    <span className="home-figure-sum">
      <span className="home-figure-label">
        <Text source={sum.label} context={entity} />
      </span>{' '}
      {sum.value === null ? '–' : field && <Cell field={field} value={Number(sum.value)} values={{}} />}
    </span>
  )
}

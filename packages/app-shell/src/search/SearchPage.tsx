import { type FoundRecord, isHashId } from '@tavla/contract'
import { useEnvironment } from '@tavla/entity-ui'
import { ErrorMessage, Text, useI18n } from '@tavla/i18n/react'
import { EmptyState, Link, SearchField, Skeleton } from '@tavla/ui'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { EntityName } from '../frame/EntityName.tsx'
import { Marked } from '../palette/Marked.tsx'
import { useFound } from '../palette/useFound.ts'
import { foundPath } from './found-path.ts'
import { searchPath } from './search-path.ts'
import './search-page.css'

/** Number of records that one search answers at most. */
const most = 50

/** All that a text finds, of one entity or of all (reference: screens, Search everything). */
export function SearchPage() {
  const { t } = useI18n()
  const navigate = useNavigate()
  const params = new URLSearchParams(useLocation().search)
  const entity = params.get('entity') ?? undefined
  const [typed, setTyped] = useState(params.get('text') ?? '')
  const text = typed.trim()
  const go = (next: string, of: string | undefined) => void navigate(searchPath(next, of), { replace: true })
  // The numbers of all entities stay while one is shown.
  const all = useFound(text, { limit: most })
  const one = useFound(entity === undefined ? '' : text, {
    limit: most,
    ...(entity !== undefined && { entities: [entity] }),
  })
  const { answer, error, text: answered } = entity === undefined ? all : one
  const facets = Object.entries(all.answer?.counts ?? {})
  return (
    <div className="search-page">
      <SearchField
        label={t('Search everything')}
        maxLength={200}
        value={typed}
        onChange={setTyped}
        onSearch={(next) => go(next.trim(), entity)}
      />
      {facets.length > 0 && (
        <nav aria-label={t('Entities')} className="search-facets">
          <Link href={searchPath(text)} aria-current={entity === undefined || undefined}>
            <Text source="All" />
          </Link>
          {facets.map(([name, count]) => (
            <Link key={name} href={searchPath(text, name)} aria-current={entity === name || undefined}>
              <EntityName name={name} /> <bdi className="numeric">{count > 999 ? `${count}+` : count}</bdi>
            </Link>
          ))}
        </nav>
      )}
      {error ? (
        <EmptyState kind="failed" title={<ErrorMessage error={error} />} />
      ) : text === '' ? null : !answer ? (
        <Skeleton shape="rows" lines={8} label={t('Loading…')} />
      ) : answer.results.length === 0 ? (
        answered === text && <EmptyState kind="noResult" title={<Text source="No results for {0}" args={[text]} />} />
      ) : (
        <ul className="search-results" aria-label={t('Found')}>
          {answer.results.map((result) => (
            <Result key={`${result.entity}\n${result.id}`} result={result} />
          ))}
        </ul>
      )}
    </div>
  )
}

function Result({ result }: { result: FoundRecord }) {
  const { recordPath } = useEnvironment()
  const { entity, id, title, description, field_label, snippet, match } = result
  const href = foundPath(recordPath, result)
  const isTitle = snippet === title
  const name = <Marked text={title || id} match={isTitle ? match : []} />
  return (
    <li>
      <p className="search-result-title">
        {href === undefined ? name : <Link href={href}>{name}</Link>}
        <span className="search-result-place">
          <EntityName name={entity} />
          {id !== title && !isHashId(id) && <bdi dir="ltr">{id}</bdi>}
        </span>
      </p>
      {description !== '' && (
        <p className="search-result-text cut">
          <bdi>{description}</bdi>
        </p>
      )}
      {!isTitle && snippet !== id && snippet !== description && (
        <p className="search-result-text cut">
          <span className="search-result-field">
            <Text source={field_label} context={entity} />
          </span>
          <Marked text={snippet} match={match} />
        </p>
      )}
    </li>
  )
}

import { useEnvironment } from '@tavla/entity-ui'
import { localeOf } from '@tavla/i18n'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, EmptyState, SearchField } from '@tavla/ui'
import { useEffect, useMemo, useState } from 'react'
import { PanelState } from '../../reading/PanelState.tsx'
import { useLiveReading } from '../../reading/useLiveReading.ts'
import { RightsTable } from './RightsTable.tsx'
import { type EntityRights, searchRights } from './rights.ts'
import './rights.css'

/** Sources of rights: a change to any of these may change a person's. */
const sources: readonly string[] = ['Role', 'Role Profile', 'Entity']

/**
 * The rights of a person on each entity, with the roles that give them; calculated by the engine, and live
 * (reference: metadata, Roles).
 */
export default function EffectiveRights({ id }: { id: string }) {
  const { t, language } = useI18n()
  const { client } = useEnvironment()
  const [text, setText] = useState('')
  useEffect(() => {
    const releases = sources.map((entity) => client.live.watchList(entity))
    return () => {
      for (const release of releases) release()
    }
  }, [client])
  const reading = useLiveReading(
    id,
    async () => {
      const { rights } = await client.entities.runAction<{ rights: EntityRights[] }>('User', id, 'get_effective_rights')
      return rights
    },
    (event) => sources.includes(String(event.entity)) || (event.entity === 'User' && event.id === id),
    client,
  )
  const { value: rights } = reading
  const shown = useMemo(() => {
    const { compare } = new Intl.Collator(localeOf(language))
    const found = searchRights(rights ?? [], text, t)
    return found.sort((a, b) => compare(t(a.entity), t(b.entity)))
  }, [rights, text, t, language])

  if (!rights) return <PanelState reading={reading} shape="rows" />
  if (rights.length === 0)
    return <EmptyState kind="empty" icon="block" title={<Text source="This user has no rights." />} />
  return (
    <div className="rights">
      <SearchField className="rights-search" label={t('Search')} value={text} onChange={setText} onSearch={setText} />
      {shown.length > 0 ? (
        <RightsTable rights={shown} />
      ) : (
        <EmptyState
          kind="noResult"
          title={<Text source="No results" />}
          action={
            <Button onClick={() => setText('')}>
              <Text source="Clear" />
            </Button>
          }
        />
      )}
    </div>
  )
}

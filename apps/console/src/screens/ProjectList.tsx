import { EntityRows, useListAddress } from '@tavla/app-shell/records'
import { ListHeader, useEntity } from '@tavla/entity-ui'
import { useI18n } from '@tavla/i18n/react'
import { ListDetail, useShortcut } from '@tavla/ui'
import { lazy, Suspense, useState } from 'react'
import { projectsPath } from '../paths.ts'

const NewProject = lazy(() => import('./NewProject.tsx'))

/** All hosted projects with their states, live (spec 2.3). */
export function ProjectList() {
  const { t } = useI18n()
  const [state, store] = useEntity('Project')
  useListAddress(state, store, true)
  const [isAdding, setAdding] = useState(false)
  const add = () => setAdding(true)
  const canCreate = state.meta?.doc_meta.permissions.create === 1
  useShortcut('n', add, { isEnabled: canCreate, label: t('New {0}', [t('Project')]) })

  return (
    <>
      <ListDetail
        listLabel={t('Projects')}
        detailLabel={t('Details')}
        isDetailOpen={false}
        variant="wide"
        header={<ListHeader entity="Project" onAdd={add} />}
        list={<EntityRows entity="Project" baseRoute={projectsPath} id={undefined} layout={state.layout} onAdd={add} />}
      />
      {isAdding && (
        <Suspense fallback={null}>
          <NewProject onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  )
}

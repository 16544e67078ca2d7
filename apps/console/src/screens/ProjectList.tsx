import { client, useScreenFocus } from '@tavla/app-shell/frame'
import { EntityRows, useListAddress, useListEntry, useListPlace } from '@tavla/app-shell/records'
import { type ConfirmDeleteProps, ListHeader, useEntity } from '@tavla/entity-ui'
import { useI18n } from '@tavla/i18n/react'
import { ListDetail, lazyPart, Skeleton, useShortcut } from '@tavla/ui'
import { Suspense, useState } from 'react'
import { useIsManager } from '../hq/useIsManager.ts'
import { projectsPath } from '../paths.ts'
import { ConfirmProject } from '../project/ConfirmProject.tsx'
import { useLeftProject } from '../project/left-project.ts'
import { projectMark } from '../project/project-mark.ts'
import { StopBeforeDelete } from '../project/StopBeforeDelete.tsx'
import { useLiveReading } from '../reading/useLiveReading.ts'
import { HqNotes } from './HqNotes.tsx'

const Fleet = lazyPart(() => import('../fleet/Fleet.tsx'))
const ProjectTrash = lazyPart(() => import('../trash/ProjectTrash.tsx'), 'window')
const NewProject = lazyPart(() => import('./NewProject.tsx'), 'window')

/** All hosted projects with their states, live (reference: screens, Areas). */
export function ProjectList() {
  const { t } = useI18n()
  const [state, store] = useEntity('Project')
  const address = useListAddress(state, store, true)
  useScreenFocus(t('Projects'))
  useListEntry(true)
  useLeftProject(state)
  const place = useListPlace(state)
  const [opened, setOpened] = useState<'new' | 'trash' | null>(null)
  const close = () => setOpened(null)
  const add = () => setOpened('new')
  const extras = useIsManager() ? [{ icon: 'delete', label: 'Trash', onPress: () => setOpened('trash') }] : undefined
  const canCreate = state.meta?.doc_meta.permissions.create === 1
  useShortcut('n', add, { isEnabled: canCreate, label: t('New {0}', [t('Project')]) })

  return (
    <>
      {address}
      <ListDetail
        listLabel={t('Projects')}
        detailLabel={t('Details')}
        isDetailOpen={false}
        variant="wide"
        header={
          <>
            <HqNotes />
            <ListHeader entity="Project" onAdd={add} extras={extras} />
          </>
        }
        list={
          state.layout === 'Fleet' ? (
            <Suspense fallback={<Skeleton shape="rows" lines={8} label={t('Loading…')} />}>
              <Fleet state={state} store={store} onAdd={canCreate ? add : undefined} />
            </Suspense>
          ) : (
            <EntityRows
              entity="Project"
              baseRoute={projectsPath}
              id={undefined}
              layout={state.layout}
              onAdd={add}
              place={place}
              Confirm={ConfirmDeleteProject}
              hasLetterKeys
            />
          )
        }
      />
      <Suspense fallback={null}>
        {opened === 'new' && <NewProject onClose={close} onReopen={add} />}
        {opened === 'trash' && <ProjectTrash onClose={close} />}
      </Suspense>
    </>
  )
}

function ConfirmDeleteProject(props: ConfirmDeleteProps) {
  const [{ activeList }] = useEntity('Project')
  // The list's row lacks the icon, so the record is read.
  const { value } = useLiveReading(
    props.id,
    () => client.entities.get('Project', props.id),
    (event) => event.entity === 'Project' && event.id === props.id,
  )
  const project = value ?? activeList.find(({ id }) => id === props.id) ?? { id: props.id }
  if (project.status === 'Running') return <StopBeforeDelete project={project} onClose={props.onCancel} />
  return <ConfirmProject kind="delete" mark={projectMark(project)} hasData={project.status !== 'Created'} {...props} />
}

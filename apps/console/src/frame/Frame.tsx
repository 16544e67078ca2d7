import { client, ShellFrame, showUnread, unreadVersion, useUnread } from '@tavla/app-shell/frame'
import { type I18n, useI18n } from '@tavla/i18n/react'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { showCauses } from '../errors/show-causes.tsx'
import { useIsManager } from '../hq/useIsManager.ts'
import { mainParts } from '../main-navigation.ts'
import { hqPath, inboxPath, recordPath, timeLinePath } from '../paths.ts'
import { ProductionLayer } from '../production/ProductionLayer.tsx'
import { projectTabs, tabLabel } from '../project/tabs.ts'

showCauses()

/** The operator's area: projects and servers in the side navigation, around the screen (reference: screens, Frame). */
export function Frame() {
  const { t } = useI18n()
  const { pathname, search } = useLocation()
  useUnreadOf(pathname.split('/')[1])
  const inbox = {
    ...{ href: inboxPath, icon: 'inbox', label: t('Inbox'), isActive: pathname === inboxPath },
    ...{ count: useUnread(), countLabel: t('Unread'), isOwn: true },
  }
  const items = mainParts.map(({ path, title, icon }) => ({
    href: path,
    icon,
    label: t(title),
    isActive: pathname === path || pathname.startsWith(`${path}/`),
  }))
  const home = { href: '/app', icon: 'home', label: t('Home'), isActive: false }
  const backPath = backFrom(pathname, search)
  const tabs = tabsOf(pathname, t)
  const isManager = useIsManager()
  return (
    <>
      <ShellFrame
        home={home}
        items={[inbox, ...items]}
        recordPath={recordPath}
        inboxPath={inboxPath}
        backPath={backPath}
        jumps={[...tabs, timeLine(t), ...(isManager ? [recoverySheet(t)] : [])]}
        foldsSide={tabs.length > 0}
      />
      <ProductionLayer />
    </>
  )
}

/** Reads how many notifications of HQ are unread, again for each section; live events tell the rest. */
function useUnreadOf(section: string | undefined): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another section is another occasion to read
  useEffect(() => {
    const version = unreadVersion()
    const show = (count: number) => version === unreadVersion() && showUnread(count)
    client.app.navigation().then(
      ({ unread_notifications: count }) => show(count),
      () => undefined,
    )
  }, [section])
}

/** The tabs of the project in the address. */
function tabsOf(pathname: string, t: I18n['t']) {
  const [project] = /^\/project\/[^/]+/.exec(pathname) ?? []
  if (project === undefined) return []
  return projectTabs.map(({ tab, icon }) => ({ icon, label: t(tabLabel(tab)), href: `${project}/${tab}` }))
}

/** Somebody reads the code of an error out; it is looked for in the search over everything. */
const timeLine = (t: I18n['t']) => ({
  ...{ icon: 'history', label: t('Time Line'), href: timeLinePath('') },
  addressOf: (text: string) => (/^[0-9a-f]{16}$/i.test(text.trim()) ? timeLinePath(text.trim()) : undefined),
})

/** The recovery key is looked for in haste, and stands among the backups of HQ. */
const recoverySheet = (t: I18n['t']) => ({
  ...{ icon: 'key', label: t('Recovery Sheet'), alias: t('Recovery Key') },
  href: `${hqPath}/backups`,
})

/** One level up: from a file or a record of a tab to its list, from a project or server to their list. */
function backFrom(pathname: string, search: string): string | undefined {
  if (new URLSearchParams(search).has('file')) return pathname
  const [, list] = /^(\/project\/[^/]+\/[^/]+)\/[^/]/.exec(pathname) ?? []
  return list ?? mainParts.find(({ path }) => pathname.startsWith(`${path}/`))?.path
}

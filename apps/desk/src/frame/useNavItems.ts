import { useI18n } from '@tavla/i18n/react'
import type { NavItem } from '@tavla/ui'
import { useLocation } from 'react-router'
import { listPath } from '../paths.ts'
import { useNavigation } from './useNavigation.ts'

/** The links of the side navigation: home, then one for each main entity (spec 2.4). */
export function useNavItems(entity: string | undefined): { home: NavItem; items: NavItem[] } {
  const { t } = useI18n()
  const { pathname } = useLocation()
  const { entities } = useNavigation()
  const home = { href: '/app', icon: 'home', label: t('Home'), isActive: pathname === '/app' }
  const items = entities.map((item) => ({
    href: listPath(item.id),
    icon: item.icon,
    label: t(item.label),
    isActive: item.id === entity,
    count: item.open_count,
    countLabel: t('Open'),
  }))
  return { home, items }
}

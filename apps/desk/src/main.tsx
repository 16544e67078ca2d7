import { startApp } from '@tavla/app-shell'
import { area, extra } from './routes.ts'
import { openCopies, warmUp } from './warm-up.ts'

startApp({
  home: '/app',
  area,
  extra,
  isInside: (path) => path.startsWith('/app/'),
  openCopies,
  warmUp,
})

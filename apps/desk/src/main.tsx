import { startApp } from '@tavla/app-shell'
import { listLinks, places } from './places.ts'
import { area, extra } from './routes.ts'
import { warmUp } from './warm-up.ts'

startApp({ home: '/app', area, extra, places, listLinks, isInside: (path) => path.startsWith('/app/'), warmUp })

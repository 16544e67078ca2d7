import { preload, startApp } from '@tavla/app-shell'
import { area, loadOperator } from './routes.ts'

startApp({
  home: '/project',
  area,
  isInside: (path) => /^\/(project|servers|audit)(\/|$)/.test(path),
  warmUp(path) {
    void loadOperator().then((operator) => operator.warmUp(path))
    if (path === '/' || path === '/project') preload('Project')
    else if (path.startsWith('/servers')) preload('Server')
  },
})

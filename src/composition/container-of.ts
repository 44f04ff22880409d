import { Container, ContainerModule } from 'inversify'

import { coreModule } from './core-module.ts'
import type { Ports } from './ports.ts'

/** The container of one environment: its ports, and all core services, each created once at its first use. */
export function containerOf(ports: Ports): Container {
  const container = new Container()
  const portsModule = new ContainerModule(({ bind }) => {
    for (const [name, port] of Object.entries(ports)) bind(name).toConstantValue(port)
  })
  container.loadSync(portsModule, coreModule)
  return container
}

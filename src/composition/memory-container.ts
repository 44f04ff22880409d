import type { Container } from 'inversify'
import { memoryPorts } from '../adapters/memory/ports/memory-ports.ts'
import { containerOf } from './container-of.ts'
import type { Ports } from './ports.ts'

/** Fakes for storybook and UI tests. Pass the ones that you want to check afterwards. */
export const memoryContainer = (fakes: Partial<Ports> = {}): Container =>
  containerOf({ ...memoryPorts(fakes), ...fakes })

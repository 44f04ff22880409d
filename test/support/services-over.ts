import { RECIPES, SERVICES, type Services } from '../../src/core/services/services.ts'

/** The services of core over ports, without the container of an application. */
export function servicesOver(ports: object): Services {
  const entries = new Map<string, unknown>(Object.entries(ports))
  const entry = (name: string): unknown => {
    const recipe = RECIPES[name as keyof typeof RECIPES]
    if (entries.has(name) || !recipe) return entries.get(name)
    const needed = Object.fromEntries(recipe.needs.map((need) => [need, entry(need)]))
    entries.set(name, recipe.make(needed as never, name))
    return entries.get(name)
  }
  return Object.fromEntries(Object.keys(SERVICES).map((name) => [name, entry(name)])) as Partial<Services> as Services
}

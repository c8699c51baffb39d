/** An answer of which every field is there, nothing long and nothing certain: for what only looks at its form. */
export function anything(): unknown {
  const value: object = new Proxy(() => value, {
    get: (_target, key) => {
      if (key === 'then') return undefined;
      if (key === 'length') return 0;
      if (key === Symbol.toPrimitive) return () => '';
      if (key === Symbol.iterator) return () => [].values();
      if (key === 'toJSON') return () => 'anything';
      return value;
    },
  });
  return value;
}

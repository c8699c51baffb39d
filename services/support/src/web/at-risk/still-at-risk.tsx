import { actorLabel, problemOf, riskAddress, riskName, whyAtRisk, type AtRisk } from '@hub/desk/problems';

/** Lists what stays at risk whatever happens to a row; nothing if nothing does. */
export function StillAtRisk({ risks, after }: { risks: readonly AtRisk[]; after: string }) {
  if (risks.length === 0) return null;
  return (
    <div class="warning">
      <p>
        <strong>Still at risk.</strong> {after}
      </p>
      <ul>
        {risks.map((risk) => (
          <li>
            <a href={riskAddress(risk)}>{riskName(risk)}</a>: {problemOf(risk.situation).one};{' '}
            {whyAtRisk(risk)}. Who must act: {actorLabel(risk)}.
          </li>
        ))}
      </ul>
    </div>
  );
}

{{/* Selector labels of a component. */}}
{{- define "gpulease.selector" -}}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "gpulease.image" -}}
{{ .root.Values.image.registry }}/gpulease-{{ .image }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}
{{- end }}

{{/* What every pod of ours has in common: no rights on its host, and replicas apart from each other. */}}
{{- define "gpulease.pod" -}}
serviceAccountName: gpulease-{{ .component }}
automountServiceAccountToken: true
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 65532
  runAsGroup: 65532
  fsGroup: 65532
  seccompProfile:
    type: RuntimeDefault
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "gpulease.selector" . | nindent 8 }}
{{- end }}

{{- define "gpulease.container" -}}
image: {{ include "gpulease.image" . }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
{{- end }}

{{- define "gpulease.probes" -}}
startupProbe:
  httpGet: { path: /healthz, port: ops }
  periodSeconds: 2
  failureThreshold: 60
livenessProbe:
  httpGet: { path: /healthz, port: ops }
  periodSeconds: 10
readinessProbe:
  httpGet: { path: /readyz, port: ops }
  periodSeconds: 5
{{- end }}

{{- define "gpulease.database-url" -}}
- name: DATABASE_URL
  valueFrom:
    secretKeyRef:
      name: {{ .Values.database.secretName }}
      key: {{ .Values.database.urlKey }}
{{- end }}

{{/* Keeps one replica up while nodes are drained. */}}
{{- define "gpulease.disruption-budget" -}}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: gpulease-{{ .component }}
  namespace: {{ .root.Release.Namespace }}
  labels:
    {{- include "gpulease.labels" .root | nindent 4 }}
spec:
  maxUnavailable: 1
  selector:
    matchLabels:
      {{- include "gpulease.selector" . | nindent 6 }}
{{- end }}

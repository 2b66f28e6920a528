{{/* Selector labels of a component. */}}
{{- define "gpulease.selector" -}}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "gpulease.image" -}}
{{- $digest := get .root.Values.image.digests .image -}}
{{ .root.Values.image.registry }}/gpulease-{{ .image }}{{ if $digest }}@{{ $digest }}{{ else }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}{{ end }}
{{- end }}

{{/* Pod settings that all our pods share: no privileges on the host. */}}
{{- define "gpulease.pod" -}}
enableServiceLinks: false
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
{{- with .root.Values.scheduling.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.scheduling.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* The additions for pods that call the API server: the token of the account, and a spread of the replicas. */}}
{{- define "gpulease.replica" -}}
serviceAccountName: gpulease-{{ .component }}
automountServiceAccountToken: true
{{ include "gpulease.pod" . }}
topologySpreadConstraints:
  {{- range list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
  - maxSkew: 1
    topologyKey: {{ . }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "gpulease.selector" $ | nindent 8 }}
    matchLabelKeys: [pod-template-hash]
  {{- end }}
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
  timeoutSeconds: 3
readinessProbe:
  httpGet: { path: /readyz, port: ops }
  periodSeconds: 5
  # The portal answers within two seconds, and its answer names the dependency that it is waiting for.
  timeoutSeconds: 3
{{- end }}

{{- define "gpulease.log-level" -}}
- name: LOG_LEVEL
  value: {{ .Values.logLevel }}
{{- include "gpulease.trusted-ca" . }}
{{- end }}

{{/* CAs that Node.js trusts in addition to the public ones. */}}
{{- define "gpulease.trusted-ca" }}
{{- if .Values.trustedCASecret }}
- name: NODE_EXTRA_CA_CERTS
  value: /etc/gpulease/trusted-ca/ca.crt
{{- end }}
{{- end }}

{{/* Log level and trace endpoint of long-running programs. */}}
{{- define "gpulease.telemetry" -}}
{{ include "gpulease.log-level" . }}
{{- with .Values.tracing.otlpEndpoint }}
- name: OTEL_EXPORTER_OTLP_ENDPOINT
  value: {{ . | quote }}
- name: OTEL_TRACES_SAMPLER_ARG
  value: {{ $.Values.tracing.samplingRatio | quote }}
{{- end }}
{{- end }}

{{- define "gpulease.database-url" -}}
- name: DATABASE_URL
  valueFrom:
    secretKeyRef:
      name: {{ .Values.database.secretName }}
      key: {{ .Values.database.urlKey }}
{{- end }}

{{- define "gpulease.sandbox" -}}
{{- if .Values.sandbox }}
- name: GPULEASE_SANDBOX
  value: '1'
{{- end }}
{{- end }}

{{/* Dunning settings of portal and billing. */}}
{{- define "gpulease.dunning-env" -}}
{{- with .Values.dunning -}}
- name: GPULEASE_LOW_FUNDS_HOURS
  value: {{ join "," .lowFundsHours | quote }}
- name: GPULEASE_UNFUNDED_DISK_DAYS
  value: {{ .unfundedDiskDays | quote }}
- name: GPULEASE_UNFUNDED_DISK_NOTICE_DAYS
  value: {{ join "," .unfundedDiskNoticeDays | quote }}
- name: GPULEASE_STOPPED_DISK_DAYS
  value: {{ .stoppedDiskDays | quote }}
- name: GPULEASE_STOPPED_DISK_NOTICE_DAYS
  value: {{ join "," .stoppedDiskNoticeDays | quote }}
- name: GPULEASE_TERM_NOTICE_HOURS
  value: {{ join "," .termNoticeHours | quote }}
{{- end }}
{{- end }}

{{/* Automatic credits to customers, and the limit above which a second operator must approve. */}}
{{- define "gpulease.credits-env" -}}
{{- with .Values.payments.secondOperatorAbove }}
- name: GPULEASE_SECOND_OPERATOR_ABOVE
  value: {{ . | quote }}
{{- end }}
{{- if .Values.payments.creditReportedGPUs }}
- name: GPULEASE_CREDIT_REPORTED_GPUS
  value: '1'
{{- end }}
{{- end }}

{{/* Support contacts for customers. */}}
{{- define "gpulease.support-env" -}}
{{- with .Values.support -}}
{{- range $name, $value := dict "EMAIL" .email "URL" .url "PHONE" .phone "HOURS_ZH" .hours.zh "HOURS_EN" .hours.en }}
{{- with $value }}
- name: GPULEASE_SUPPORT_{{ $name }}
  value: {{ . | quote }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{/* Settings of external services, such as the mail server. */}}
{{- define "gpulease.services" -}}
{{- with .Values.bff.servicesSecret -}}
envFrom:
  - secretRef:
      name: {{ . }}
{{- end }}
{{- end }}

{{/* Where the WeChat Pay merchant's files are mounted. */}}
{{- define "gpulease.wechat-pay-env" -}}
{{- if .Values.payments.wechatPaySecret }}
- name: GPULEASE_WECHATPAY_DIR
  value: /etc/gpulease/wechat-pay
{{- end }}
{{- end }}

{{/* Secrets that a component reads as files: trusted CAs and the WeChat Pay merchant's. */}}
{{- define "gpulease.secret-mounts" -}}
{{- if .root.Values.trustedCASecret }}
- name: trusted-ca
  mountPath: /etc/gpulease/trusted-ca
  readOnly: true
{{- end }}
{{- if and .root.Values.payments.wechatPaySecret (has .component (list "bff" "worker")) }}
- name: wechat-pay
  mountPath: /etc/gpulease/wechat-pay
  readOnly: true
{{- end }}
{{- end }}

{{- define "gpulease.secret-volumes" -}}
{{- with .root.Values.trustedCASecret }}
- name: trusted-ca
  secret:
    secretName: {{ . }}
    items: [{ key: ca.crt, path: ca.crt }]
{{- end }}
{{- if has .component (list "bff" "worker") }}
{{- with .root.Values.payments.wechatPaySecret }}
- name: wechat-pay
  secret:
    secretName: {{ . }}
{{- end }}
{{- end }}
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
  # A pod that never becomes ready must not block a drain.
  unhealthyPodEvictionPolicy: AlwaysAllow
  selector:
    matchLabels:
      {{- include "gpulease.selector" . | nindent 6 }}
{{- end }}

{{/* Labels that select the pods of a part: (list $ "api") */}}
{{- define "chainkit.labels" -}}
{{- $root := index . 0 -}}
app.kubernetes.io/name: chainkit
app.kubernetes.io/instance: {{ $root.Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end }}

{{/* Security context of a pod that the restricted standard admits. */}}
{{- define "chainkit.pod" -}}
automountServiceAccountToken: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  seccompProfile:
    type: RuntimeDefault
volumes:
  - name: tmp
    emptyDir: {}
{{- end }}

{{/* Container of a part: (list $ "api") */}}
{{- define "chainkit.container" -}}
{{- $root := index . 0 -}}
{{- $key := index . 1 -}}
name: chainkit
image: "{{ $root.Values.image.repository }}:{{ $root.Values.image.tag | default $root.Chart.AppVersion }}"
imagePullPolicy: {{ $root.Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
volumeMounts:
  - name: tmp
    mountPath: /tmp
env:
  # The image sets it for a volume, which is not used here.
  - name: CHAINKIT_DATA
    value: ""
  - name: CHAINKIT_DATABASE
    valueFrom:
      secretKeyRef:
        name: {{ $root.Values.secret }}
        key: {{ $key }}
{{- end }}

{{/* Probes and port of a process that serves. */}}
{{- define "chainkit.probes" -}}
ports:
  - name: http
    containerPort: 4010
startupProbe:
  httpGet: { path: /healthz, port: http }
  periodSeconds: 2
  failureThreshold: 60
livenessProbe:
  httpGet: { path: /healthz, port: http }
  timeoutSeconds: 5
  failureThreshold: 6
{{- end }}

{{/* Egress to the name service and the database. */}}
{{- define "chainkit.egress" -}}
- ports:
    - { port: 53, protocol: UDP }
    - { port: 53, protocol: TCP }
- ports:
    - { port: {{ .Values.networkPolicy.databasePort }}, protocol: TCP }
{{- end }}
